import type { Registry } from '../compiler/registry.ts'
import type { JsonObject } from '../json-schema.ts'
import type { NameCode } from '../name-code.ts'
import type { FamilyLimits, FamilyName } from './limits.ts'
import type { ChangeKind, SchemaChange } from './profiled-schema.ts'

/**
 * A schema in the dialect of a family, and the conversion of its values back; absent if they are
 * the same.
 */
export type Converted = { schema: JsonObject; restore: Restore | undefined }

export type Restore = (value: unknown) => unknown

/** The position of the conversion. */
export type Place = {
  /** In the original. */
  path: readonly (string | number)[]
  /** The schemas whose reference is being followed. */
  open: readonly unknown[]
  /** Those of them that apply to the same value. */
  here: readonly unknown[]
}

/** One conversion of one schema. */
export type Conversion = {
  family: FamilyName
  limits: FamilyLimits
  /** The encoding of property names, if a family needs one. */
  names: NameCode | undefined
  registry: Registry
  changes: SchemaChange[]
  /** By the original they were made from. */
  definitions: Map<unknown, Definition>
  /** How many more schemas may be inlined. */
  inlinable: number
  /** Why the family's strict form cannot express this schema. */
  obstacles: { path: Place['path']; reason: string }[]
  /** Passed as a parameter, because every part of the conversion needs the whole. */
  convert: (conversion: Conversion, schema: unknown, place: Place) => Converted
}

export type Definition = { name: string; converted: Converted | undefined }

export const note = (
  { changes }: Conversion,
  { path }: Place,
  change: ChangeKind,
  effect: SchemaChange['effect'],
  detail: string,
): void => void changes.push({ path: [...path], change, effect, detail })

export const inside = ({ path, open, here }: Place, ...steps: (string | number)[]): Place => ({
  path: [...path, ...steps],
  open,
  here: entering.has(steps[0]) ? [] : here,
})

/** Keywords whose schemas apply to values inside the value. */
const entering = new Set<unknown>([
  'properties',
  'patternProperties',
  'additionalProperties',
  'propertyNames',
  'items',
  'prefixItems',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
])

/** The path of a reference's target. */
export const following = (place: Place, target: unknown): Place => ({
  ...inside(place, '$ref'),
  open: [...place.open, target],
  here: [...place.here, target],
})

export const isStrict = ({ family }: Conversion): boolean => family === 'openai-strict'

export const restoreWith = (restore: Restore | undefined, value: unknown): unknown =>
  restore ? restore(value) : value

/** The functions in sequence, if there are any. */
export const restoreAll = (restores: readonly (Restore | undefined)[]): Restore | undefined => {
  const present = restores.filter((restore) => restore !== undefined)
  return present.length === 0
    ? undefined
    : (value) => present.reduce((restored, restore) => restore(restored), value)
}
