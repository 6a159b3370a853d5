import type { Registry } from '../compiler/registry.ts'
import type { JsonObject } from '../json-schema.ts'
import type { NameCode } from '../name-code.ts'
import type { FamilyLimits, FamilyName } from './limits.ts'
import type { ChangeKind, SchemaChange } from './profiled-schema.ts'

/**
 * A schema in the words of a family, and the way back for its values; no way back where they are
 * the same.
 */
export type Converted = { schema: JsonObject; restore: Restore | undefined }

export type Restore = (value: unknown) => unknown

/** Where the conversion stands. */
export type Place = {
  /** In the original. */
  path: readonly (string | number)[]
  /** The schemas whose reference is being followed. */
  open: readonly unknown[]
  /** Those of them that speak of this very value. */
  here: readonly unknown[]
}

/** One run over one schema. */
export type Conversion = {
  family: FamilyName
  limits: FamilyLimits
  /** The code of property names, where a family has one. */
  names: NameCode | undefined
  registry: Registry
  changes: SchemaChange[]
  /** By what they were made from. */
  definitions: Map<unknown, Definition>
  /** How many more schemas may be inlined. */
  inlinable: number
  /** Why the family's strict form can't say this schema. */
  obstacles: { path: Place['path']; reason: string }[]
  /** Handed in, as every part of the conversion needs the whole. */
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

/** Keywords whose schemas speak of values inside the value. */
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

/** Where the schema stands that a reference leads to. */
export const following = (place: Place, target: unknown): Place => ({
  ...inside(place, '$ref'),
  open: [...place.open, target],
  here: [...place.here, target],
})

export const isStrict = ({ family }: Conversion): boolean => family === 'openai-strict'

export const restoreWith = (restore: Restore | undefined, value: unknown): unknown =>
  restore ? restore(value) : value

/** One after the other, where there is any. */
export const restoreAll = (restores: readonly (Restore | undefined)[]): Restore | undefined => {
  const present = restores.filter((restore) => restore !== undefined)
  return present.length === 0
    ? undefined
    : (value) => present.reduce((restored, restore) => restore(restored), value)
}
