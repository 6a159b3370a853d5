import type {
  BodyTemplate,
  JsonSchema,
  ParameterTemplate,
  SuppliedArgument,
} from '../../definitions.ts'
import { isJsonObject, toJsonObject, toText, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import { convertSchema } from '../schema/convert-schema.ts'
import type { SharedDefinitions } from '../schema/create-shared-definitions.ts'
import { markSecrets } from '../secrets/mark-secrets.ts'
import { argumentNames, type ArgumentName, type WireName } from './argument-names.ts'
import { binaryArgument } from './binary-content.ts'
import type { Body } from './read-body.ts'
import type { Parameter } from './read-parameters.ts'
import { separateSupplied } from './separate-supplied.ts'

export type Input = {
  schema: JsonSchema
  parameters: ParameterTemplate[]
  body?: BodyTemplate
  names: ArgumentName[]
  /** What the service sends for arguments, of which the fixed ones are not in the schema. */
  supplied: Record<string, SuppliedArgument>
}

/**
 * One flat object of arguments from parameters and body, and the mapping from each argument back to
 * its location.
 *
 * The object is closed, unless the body's description sets `additionalProperties` to true or to a
 * schema: a description that does not is nearly always complete, and a closed object shows a model
 * its misspelt argument.
 */
export const buildInput = (
  document: OpenApiDocument,
  shared: SharedDefinitions,
  given: Parameter[],
  givenBody: Body | undefined,
): Input => {
  const { parameters, body, fixed, defaults } = separateSupplied(document, given, givenBody)
  const bodyProperties = Object.keys(body?.flat?.properties ?? {})
  const names = argumentNames(wireNames(parameters, body, bodyProperties))
  const argumentsOfBody = names.slice(parameters.length).map(({ argument }) => argument)
  const fields = [
    ...parameters.map(parameterField(document, names)),
    ...(body ? bodyFields(document, body, argumentsOfBody) : []),
  ].map((field, index) => ({ ...field, schema: withWireName(field.schema, names[index]) }))
  const references = new Set(fields.flatMap((field) => [...field.references]))
  const additional = openness(document, body)
  additional.references.forEach((pointer) => references.add(pointer))
  const supplied = Object.fromEntries([
    ...fixed.map(({ argument, value }) => [argument, value] as const),
    ...parameters.flatMap((parameter, index) =>
      withArgument(names[index], defaults.get(parameter)),
    ),
  ])
  const required = fields
    .filter((field) => field.required && !Object.hasOwn(supplied, field.argument))
    .map(({ argument }) => argument)
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ argument, schema }) => [argument, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: additional.value,
  }
  return {
    schema: shared.add({ schema, references }, 'input'),
    parameters: [
      ...parameters.map((parameter, index) =>
        toTemplate(parameter, names[index]?.argument as string),
      ),
      ...fixed.flatMap(({ argument, parameter }) =>
        parameter ? toTemplate(parameter, argument) : [],
      ),
    ],
    ...(body && {
      body: toBodyTemplate(
        body,
        [
          ...bodyProperties.map((name, index) => [argumentsOfBody[index] as string, name] as const),
          ...fixed.flatMap(({ argument, property }) =>
            property === undefined ? [] : [[argument, property] as const],
          ),
        ],
        argumentsOfBody,
        additional.value !== false,
      ),
    }),
    names,
    supplied,
  }
}

const wireNames = (
  parameters: Parameter[],
  body: Body | undefined,
  bodyProperties: string[],
): WireName[] => [
  ...parameters.map(({ name, in: place }): WireName => ({ name, place })),
  ...bodyProperties.map((name): WireName => ({ name, place: 'body' })),
  ...(body && !body.flat ? [{ name: 'body', place: 'body' } as const] : []),
]

const withArgument = (
  name: ArgumentName | undefined,
  value: SuppliedArgument | undefined,
): [string, SuppliedArgument][] => (name && value ? [[name.argument, value]] : [])

type Field = { argument: string; required: boolean; schema: JsonSchema; references: Set<string> }

const parameterField =
  (document: OpenApiDocument, names: ArgumentName[]) =>
  (parameter: Parameter, index: number): Field => {
    const { schema, references } = convertSchema(document, parameter.schema, 'input')
    return {
      argument: names[index]?.argument as string,
      required: parameter.required,
      schema: toJsonObject(
        markSecrets({ [parameter.name]: annotate(schema, parameter.annotations) })[parameter.name],
      ),
      references,
    }
  }

/**
 * The title says what an argument stands for whose name does not. Mistaken names are looked for in
 * titles too.
 */
const withWireName = (schema: JsonSchema, named: ArgumentName | undefined): JsonSchema => {
  if (!named?.isUnreadable) return schema
  const name = named.name.slice(0, longestTitle).toWellFormed()
  const title = toText(schema.title)
  const isSame = title === '' || title.toLowerCase() === name.toLowerCase()
  return { ...schema, title: isSame ? name : `${name}: ${title}` }
}

const longestTitle = 200

/** The parameter's description is about this use, the schema's about the type. */
const annotate = (
  schema: JsonSchema,
  { description, example, deprecated }: JsonObject,
): JsonSchema => ({
  ...schema,
  ...(description !== undefined && { description }),
  ...(example !== undefined &&
    schema.example === undefined &&
    schema.examples === undefined && { example }),
  ...(deprecated !== undefined && { deprecated }),
})

const bodyFields = (document: OpenApiDocument, body: Body, argumentsOfBody: string[]): Field[] => {
  const { flat } = body
  if (!flat) return [wholeBody(document, body, argumentsOfBody[0] as string)]
  const parts = Object.entries(flat.properties).map(
    ([name, property]) => [name, partSchema(document, body, name, property)] as const,
  )
  const marked = markSecrets(Object.fromEntries(parts.map(([name, { schema }]) => [name, schema])))
  return parts.map(([name, { references }], index) => ({
    argument: argumentsOfBody[index] as string,
    required: flat.required.includes(name),
    schema: toJsonObject(marked[name]),
    references,
  }))
}

const partSchema = (
  document: OpenApiDocument,
  body: Body,
  name: string,
  property: unknown,
): Pick<Field, 'schema' | 'references'> => {
  const part = Object.hasOwn(body.parts, name) ? body.parts[name] : undefined
  if (!part?.binary) return convertSchema(document, property, 'input')
  const described = toJsonObject(resolveReference(document.root, property).value)
  const description = toText(toJsonObject(property).description) || toText(described.description)
  if (!part.array) return { schema: binaryArgument(description), references: new Set() }
  return {
    schema: {
      type: 'array',
      ...(description !== '' && { description }),
      items: binaryArgument(''),
    },
    references: new Set(),
  }
}

const wholeBody = (document: OpenApiDocument, body: Body, argument: string): Field => {
  const { schema, references } = wholeBodySchema(document, body)
  const description = body.description || toText(schema.description)
  return {
    argument,
    required: body.required,
    references,
    schema: { ...schema, ...(description !== '' && { description }) },
  }
}

const wholeBodySchema = (
  document: OpenApiDocument,
  body: Body,
): Pick<Field, 'schema' | 'references'> => {
  switch (body.encoding) {
    case 'binary':
      return { schema: binaryArgument(body.description), references: new Set() }
    case 'text':
      return { schema: textSchema(document, body), references: new Set() }
    case 'multipart':
      return multipartSchema(document, body)
    case 'json':
    case 'form':
      return body.credentials.size === 0
        ? convertSchema(document, body.schema, 'input')
        : convertSchema(document, inPlace(document, body.schema), 'input', body.credentials)
    default:
      return body.encoding satisfies never
  }
}

/**
 * Text is a string, whatever structure the description gives it: a caller serializes XML, for
 * example, itself.
 */
const textSchema = (document: OpenApiDocument, { schema, contentType }: Body): JsonSchema => {
  const { value } = resolveReference(document.root, schema)
  const isText =
    isJsonObject(value) &&
    (value.type === 'string' || (Array.isArray(value.type) && value.type.includes('string')))
  return isText
    ? convertSchema(document, value, 'input').schema
    : { type: 'string', description: `Text of the type ${contentType}` }
}

/** A schema that is referenced has all of its properties; one in place may hide some. */
const inPlace = (document: OpenApiDocument, schema: unknown): unknown =>
  resolveReference(document.root, schema).value

const multipartSchema = (
  document: OpenApiDocument,
  body: Body,
): Pick<Field, 'schema' | 'references'> => {
  const { schema, references } = convertSchema(
    document,
    inPlace(document, body.schema),
    'input',
    body.credentials,
  )
  const files = Object.entries(body.parts).filter(([, part]) => part.binary)
  const properties = toJsonObject(schema.properties)
  const described = (name: string) => toText(toJsonObject(properties[name]).description)
  const replaced = files.map(([name, part]) => {
    const file = binaryArgument(described(name))
    return [name, part.array ? { type: 'array', items: file } : file]
  })
  if (files.length === 0) return { schema, references }
  return {
    schema: { ...schema, properties: { ...properties, ...Object.fromEntries(replaced) } },
    references,
  }
}

const openness = (
  document: OpenApiDocument,
  body: Body | undefined,
): { value: unknown; references: Set<string> } => {
  const additional = body?.flat?.additional
  if (!isJsonObject(additional)) return { value: additional === true, references: new Set() }
  const { schema, references } = convertSchema(document, additional, 'input')
  return { value: Object.keys(schema).length === 0 ? true : schema, references }
}

const toTemplate = (
  { name, in: place, style, explode, allowReserved, keepsSlashes, contentType }: Parameter,
  argument: string,
): ParameterTemplate => ({
  argument,
  name,
  in: place,
  style,
  explode,
  allowReserved,
  ...(keepsSlashes && { keepsSlashes }),
  ...(contentType !== undefined && { contentType }),
})

const toBodyTemplate = (
  body: Body,
  properties: (readonly [argument: string, property: string])[],
  argumentsOfBody: string[],
  open: boolean,
): BodyTemplate => ({
  contentType: body.contentType,
  encoding: body.encoding,
  from: body.flat
    ? { properties: Object.fromEntries(properties), open }
    : { argument: argumentsOfBody[0] as string },
  required: body.required,
  ...(Object.keys(body.parts).length > 0 && { parts: body.parts }),
})
