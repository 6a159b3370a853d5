import { isObject, type JsonObject } from './json-schema.ts'
import { isSecretName } from './secret-name.ts'
import { withMembers } from './with-members.ts'

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
