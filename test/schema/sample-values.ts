import { isObject, type JsonObject } from '../../src/schema/json-schema.ts'

/**
 * A value that looks like what a schema asks for. Simple on purpose: whether it is valid is for the
 * validators to say.
 */
export const sampleValue = (schema: unknown, root: unknown = schema, depth = 0): unknown => {
  if (!isObject(schema) || depth > 6) return null
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (typeof schema.$ref === 'string')
    return sampleValue(targetOf(schema.$ref, root), root, depth + 1)
  const [branch] =
    ([schema.anyOf, schema.oneOf, schema.allOf].find((list) => Array.isArray(list)) as unknown[]) ??
    []
  if (branch !== undefined && !schema.properties) return sampleValue(branch, root, depth + 1)
  const [type] = [schema.type].flat()
  if (type === 'object' || isObject(schema.properties)) return sampleObject(schema, root, depth)
  if (type === 'array')
    return Array.from({ length: Number(schema.minItems ?? 1) }, () =>
      sampleValue(schema.items ?? {}, root, depth + 1),
    )
  if (type === 'string') return sampleText(schema)
  if (type === 'integer' || type === 'number')
    return (
      Number(schema.minimum ?? schema.exclusiveMinimum ?? 0) +
      (schema.exclusiveMinimum === undefined ? 0 : 1)
    )
  return type === 'boolean' ? true : null
}

/**
 * The value with one thing changed, added or left out, for as many things as it has, up to a limit.
 */
export const mutationsOf = (value: unknown, limit = 40): unknown[] => {
  const mutations: unknown[] = [null, 'text', 7, [], {}]
  for (const path of pathsOf(value)) {
    for (const replacement of [undefined, null, 'text', -1.5, 1e9, true, [], ['text'], {}])
      mutations.push(replace(value, path, replacement))
    mutations.push(replace(value, [...path.slice(0, -1), 'unexpected'], 1))
  }
  const step = Math.max(1, Math.ceil(mutations.length / limit))
  return mutations.filter((_, index) => index % step === 0)
}

const sampleObject = (schema: JsonObject, root: unknown, depth: number): JsonObject =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([key, property]) => [
      key,
      sampleValue(property, root, depth + 1),
    ]),
  )

const sampleText = ({ format, minLength }: JsonObject): string => {
  if (format === 'date-time') return '2026-01-31T09:30:00Z'
  if (format === 'date') return '2026-01-31'
  if (format === 'uri') return 'https://example.com/'
  if (format === 'uuid') return '123e4567-e89b-42d3-a456-426614174000'
  return 'text'.padEnd(Number(minLength ?? 0), '.')
}

const targetOf = (reference: string, root: unknown): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((target, step) => (isObject(target) ? target[step] : undefined), root)

const pathsOf = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, item]) => {
        const step = Array.isArray(value) ? Number(key) : key
        return [[...path, step], ...pathsOf(item, [...path, step])]
      })

/** A copy with another value at the path; undefined takes it out. */
const replace = (
  value: unknown,
  [step, ...rest]: readonly (string | number)[],
  replacement: unknown,
): unknown => {
  if (step === undefined) return replacement
  if (Array.isArray(value))
    return value.map((item, index) =>
      index === step ? (replace(item, rest, replacement) ?? null) : item,
    )
  if (!isObject(value)) return value
  const { [step]: old, ...others } = value
  const changed = rest.length > 0 ? replace(old, rest, replacement) : replacement
  return changed === undefined ? others : { ...value, [step]: changed }
}
