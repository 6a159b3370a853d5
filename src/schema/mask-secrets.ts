import { isObject, type JsonObject } from './json-schema.ts'
import { isSecretName } from './secret-name.ts'

/**
 * A copy of a value in which `mask` stands for each secret: what has the name of one, and what its
 * schema marks with `writeOnly` or `format: password`. `onSecret` gets the texts that were masked.
 *
 * @example
 * maskSecrets({ name: 'ada', password: 'x' }, {}, '…') // { name: 'ada', password: '…' }
 */
export const maskSecrets = (
  value: unknown,
  schema: unknown,
  mask: string,
  onSecret: (text: string) => void = () => {},
): unknown => maskIn(value, [schema], { root: schema, mask, onSecret, depth: 0 })

type Masking = {
  root: unknown
  mask: string
  onSecret: (text: string) => void
  depth: number
}

/** Deeper values are not parsed by this service. */
const maximumDepth = 200

const maskIn = (value: unknown, schemas: readonly unknown[], masking: Masking): unknown => {
  if (typeof value !== 'object' || value === null || masking.depth > maximumDepth) return value
  const inner = { ...masking, depth: masking.depth + 1 }
  const known = withMembers(schemas, masking.root)
  if (Array.isArray(value)) {
    const items = known.map((schema) => schema['items'])
    return value.map((item) => maskIn(item, items, inner))
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]: [string, unknown]) => {
      const own = known.map((schema) => propertyOf(schema, name))
      if (!isSecret(name, entry, own, masking.root)) return [name, maskIn(entry, own, inner)]
      textsIn(entry, masking.onSecret, 0)
      return [name, masking.mask]
    }),
  )
}

const isSecret = (
  name: string,
  value: unknown,
  schemas: readonly unknown[],
  root: unknown,
): boolean =>
  value !== null &&
  typeof value !== 'boolean' &&
  (isSecretName(name) ||
    withMembers(schemas, root).some(
      (schema) => schema['writeOnly'] === true || schema['format'] === 'password',
    ))

const textsIn = (value: unknown, onSecret: (text: string) => void, depth: number): void => {
  if (typeof value === 'string') onSecret(value)
  if (typeof value !== 'object' || value === null || depth > maximumDepth) return
  for (const entry of Object.values(value)) textsIn(entry, onSecret, depth + 1)
}

const propertyOf = (schema: JsonObject, name: string): unknown => {
  const { properties, additionalProperties } = schema
  return isObject(properties) && Object.hasOwn(properties, name)
    ? properties[name]
    : additionalProperties
}

const compositions = ['allOf', 'anyOf', 'oneOf'] as const

/** An author may compose more; marks among those are not seen, secret names still are. */
const maximumMembers = 100

/** The schemas with all that they refer to or are composed of. */
const withMembers = (schemas: readonly unknown[], root: unknown): JsonObject[] => {
  const reached = new Set<JsonObject>()
  const waiting = [...schemas]
  while (waiting.length > 0 && reached.size < maximumMembers) {
    const schema = waiting.pop()
    if (!isObject(schema) || reached.has(schema)) continue
    reached.add(schema)
    if (typeof schema['$ref'] === 'string') waiting.push(definitionOf(root, schema['$ref']))
    for (const keyword of compositions) {
      const members = schema[keyword]
      if (Array.isArray(members)) waiting.push(...members.slice(0, maximumMembers))
    }
  }
  return [...reached]
}

/** `#/$defs/Name`, where the schemas of tools keep what they share. */
const definitionOf = (root: unknown, reference: string): unknown => {
  const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1]
  const definitions = isObject(root) ? root['$defs'] : undefined
  return name !== undefined && isObject(definitions) && Object.hasOwn(definitions, name)
    ? definitions[name]
    : undefined
}
