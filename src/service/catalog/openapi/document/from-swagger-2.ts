import { upgrade } from '@scalar/openapi-upgrader'
import { filesKey } from './file-keys.ts'
import { isJsonObject, toJsonObject, toList, type JsonObject } from './json-object.ts'
import { findAt } from './resolve-reference.ts'

/** A description in Swagger 2 as one in OpenAPI 3. The given one is not changed. */
export const fromSwagger2 = (document: JsonObject): JsonObject => {
  const own = structuredClone(document)
  // An address is `scheme://host`: HTTPS where the description offers it.
  if (toList(own.schemes).includes('https')) own.schemes = ['https']
  inlineFiles(own)
  for (const item of Object.values(toJsonObject(own.paths))) {
    moveBodyReferences(item, toJsonObject(document.parameters))
    joinLists(item)
  }
  const upgraded: JsonObject = { ...upgrade(own, '3.0') }
  for (const item of Object.values(toJsonObject(upgraded.paths))) requireForms(item)
  return upgraded
}

/**
 * The conversion changes operations, parameters and responses where they are used, and knows
 * nothing of other files.
 */
const inlineFiles = (own: JsonObject): void => {
  const isInFile = ({ $ref }: JsonObject) =>
    typeof $ref === 'string' && $ref.startsWith(`#/${filesKey}/`)
  const inline = (value: unknown): unknown => {
    const found = isJsonObject(value) && isInFile(value) && findAt(own, String(value.$ref).slice(1))
    return found && isJsonObject(found.value)
      ? { ...structuredClone(found.value), ...omitReference(value) }
      : value
  }
  const inlineMembers = (holder: unknown, key: string): void => {
    if (!isJsonObject(holder)) return
    const { [key]: members } = holder
    if (Array.isArray(members)) holder[key] = members.map(inline)
    else if (isJsonObject(members))
      for (const name of Object.keys(members)) members[name] = inline(members[name])
  }
  const inlineParts = (holder: unknown): void => {
    inlineMembers(holder, 'parameters')
    inlineMembers(holder, 'responses')
  }
  inlineParts(own)
  inlineMembers(own, 'paths')
  for (const item of Object.values(toJsonObject(own.paths)).filter(isJsonObject)) {
    inlineParts(item)
    for (const method of Object.keys(item)) {
      item[method] = inline(item[method])
      inlineParts(item[method])
    }
  }
}

const omitReference = ({ $ref: _reference, ...others }: JsonObject): JsonObject => others

/**
 * The conversion keeps a reference to a shared body parameter as a parameter; resolved in place it
 * becomes a body.
 */
const moveBodyReferences = (item: unknown, shared: JsonObject): void => {
  if (!isJsonObject(item)) return
  for (const holder of [item, ...Object.values(item).filter(isJsonObject)]) {
    if (!Array.isArray(holder.parameters)) continue
    holder.parameters = holder.parameters.map((parameter: unknown) => {
      const reference = toJsonObject(parameter).$ref
      if (typeof reference !== 'string' || !reference.startsWith('#/parameters/')) return parameter
      const target = toJsonObject(shared[reference.slice('#/parameters/'.length)])
      return target.in === 'body' || target.in === 'formData' ? structuredClone(target) : parameter
    })
  }
}

/** Swagger 2 joins a list by commas unless told otherwise; the conversion knows that of no form. */
const joinLists = (item: unknown): void => {
  if (!isJsonObject(item)) return
  for (const holder of [item, ...Object.values(item).filter(isJsonObject)])
    for (const parameter of toList(holder.parameters).filter(isJsonObject))
      if (parameter.in === 'formData' && parameter.type === 'array' && !isFiles(parameter))
        parameter.collectionFormat ??= 'csv'
}

/** Not of the version, but in use. */
const isFiles = ({ items }: JsonObject): boolean => {
  const { type, format } = toJsonObject(items)
  return type === 'file' || format === 'binary'
}

/** A form with a required field is a required body; Swagger 2 declares that on the fields only. */
const requireForms = (item: unknown): void => {
  for (const { requestBody } of Object.values(toJsonObject(item)).map(toJsonObject)) {
    if (!isJsonObject(requestBody) || requestBody.required !== undefined) continue
    const schemas = Object.values(toJsonObject(requestBody.content)).map((media) =>
      toJsonObject(toJsonObject(media).schema),
    )
    if (schemas.some((schema) => toList(schema.required).length > 0)) requestBody.required = true
  }
}
