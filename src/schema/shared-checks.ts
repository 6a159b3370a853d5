import type { Check } from './compiler/check.ts'
import { isObject, type Draft, type JsonSchema } from './json-schema.ts'

/**
 * Has equal schemas share what is compiled for them, as the same tools are listed again and again,
 * each time as new objects: gives what another schema of this content has, or keeps this one's for
 * those to come.
 *
 * Compiling is so cheap that looking costs as much, so a schema comes here when it is used a second
 * time. Bounded; schemas are found by a mark that costs next to nothing, and whether two are equal
 * is looked at only when their marks are.
 */
export const shareCheck = (schema: JsonSchema, draft: Draft | undefined, own: Check): Check => {
  if (!isObject(schema)) return own
  const mark = `${draft ?? ''} ${markOf(schema)}`
  const known = shared.get(mark)
  const entry = known && isEqual(known.schema, schema, 0) ? known : { schema, check: own }
  // The last used stand last.
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
 * How many properties there are, the first and the last, and how much is said of all: enough to
 * tell most schemas apart.
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
