import { canonicalText } from '../compiler/json-value.ts'
import type { JsonObject } from '../json-schema.ts'
import { areDisjoint } from './are-disjoint.ts'
import {
  isStrict,
  note,
  restoreAll,
  restoreWith,
  type Converted,
  type Conversion,
  type Place,
} from './conversion.ts'
import { createPick } from './create-pick.ts'
import { withAnnotations } from './with-annotations.ts'

/**
 * Combines alternatives into one schema, so that a value is converted back by the alternative it
 * was made for.
 *
 * If two could be confused, and convert back differently, each becomes a separate property: `{
 * "option_2": … }`.
 */
export const mergeBranches = (
  conversion: Conversion,
  converted: readonly Converted[],
  annotations: JsonObject,
  place: Place,
): Converted => {
  const branches = withoutTwins(converted)
  const [only] = branches
  if (only && branches.length === 1)
    return { schema: withAnnotations(only.schema, annotations), restore: only.restore }
  const union = (each: readonly Converted[]): JsonObject => ({
    ...annotations,
    anyOf: each.map(({ schema }) => schema),
  })
  if (branches.every(({ restore }) => !restore))
    return { schema: union(branches), restore: undefined }
  // Otherwise only names are converted back, which are encoded in the same way everywhere.
  if (!isStrict(conversion))
    return { schema: union(branches), restore: restoreAll(branches.map(({ restore }) => restore)) }
  if (!isAmbiguous(conversion, branches))
    return { schema: union(branches), restore: createPick(conversion, branches) }
  note(
    conversion,
    place,
    'tagged',
    'same',
    'Alternatives that could be confused are named: option_1, option_2, …',
  )
  const tagged = branches.map(tag)
  return { schema: union(tagged), restore: createPick(conversion, tagged) }
}

const withoutTwins = (converted: readonly Converted[]): Converted[] => {
  const seen = new Set<string>()
  return converted.filter(({ schema, restore }) => {
    const text = canonicalText(schema)
    if (!restore && seen.has(text)) return false
    if (!restore) seen.add(text)
    return true
  })
}

const isAmbiguous = (conversion: Conversion, branches: readonly Converted[]): boolean =>
  branches.some((one, index) =>
    branches
      .slice(index + 1)
      .some(
        (other) =>
          (one.restore !== undefined || other.restore !== undefined) &&
          one.restore !== other.restore &&
          !areDisjoint(conversion, one.schema, other.schema),
      ),
  )

const tag = ({ schema, restore }: Converted, index: number): Converted => {
  const name = `option_${index + 1}`
  return {
    schema: {
      type: 'object',
      properties: { [name]: schema },
      required: [name],
      additionalProperties: false,
    },
    restore: (value) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? restoreWith(restore, (value as JsonObject)[name])
        : value,
  }
}
