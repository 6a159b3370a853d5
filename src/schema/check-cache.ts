import type { Check } from './compiler/check.ts'
import { isObject, type Draft, type JsonSchema } from './json-schema.ts'

/**
 * Shares the compiled check between equal schemas, because the same tools are listed repeatedly,
 * each time as new objects. Returns the check of an equal schema, or stores this one.
 *
 * Compiling is as cheap as the lookup, so this is only called when a schema is used for the second
 * time. The cache is bounded. Lookup uses a cheap fingerprint, and compares schemas only if their
 * fingerprints are equal.
 */
export const cachedCheck = (schema: JsonSchema, draft: Draft | undefined, own: Check): Check => {
  if (!isObject(schema)) return own
  const mark = `${draft ?? ''} ${markOf(schema)}`
  const known = shared.get(mark)
  const entry = known && isEqual(known.schema, schema, 0) ? known : { schema, check: own }
  // Most recently used last.
  shared.delete(mark)
  shared.set(mark, entry)
  if (shared.size > maximumShared) {
    const oldest = shared.keys().next()
    if (!oldest.done) shared.delete(oldest.value)
  }
  return entry.check
}

const maximumShared = 2_000

const shared = new Map<string, { schema: JsonSchema; check: Check }>()

/**
 * Fingerprint: number of properties, the first and last one, and the length of the description.
 * This distinguishes most schemas.
 */
const markOf = ({ properties, description }: Record<string, unknown>): string => {
  const names = isObject(properties) ? Object.keys(properties) : []
  return `${names.length} ${names[0]} ${names.at(-1)} ${typeof description === 'string' ? description.length : ''}`
}

const isEqual = (one: unknown, other: unknown, depth: number): boolean => {
  if (Object.is(one, other)) return true
  if (
    depth > maximumDepth ||
    typeof one !== 'object' ||
    typeof other !== 'object' ||
    one === null ||
    other === null
  )
    return false
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isEqual(item, other[index], depth + 1))
    )
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name], depth + 1))
  )
}

const maximumDepth = 256
