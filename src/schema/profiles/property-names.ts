import { isObject, type JsonObject } from '../json-schema.ts'
import {
  inside,
  note,
  restoreWith,
  type Converted,
  type Conversion,
  type Place,
  type Restore,
} from './conversion.ts'

type ConvertedProperty = Converted & { name: string; encoded: string }

/** Renames the properties of an object to names that the family accepts. */
export const convertPropertyMap = (
  conversion: Conversion,
  properties: JsonObject,
  place: Place,
): ConvertedProperty[] =>
  Object.entries(properties).map(([name, schema]) => {
    const encoded = rename(conversion, name)
    if (encoded !== name)
      note(
        conversion,
        inside(place, name),
        'renamed',
        'same',
        `The property is called ${JSON.stringify(encoded)}`,
      )
    return { name, encoded, ...conversion.convert(conversion, schema, inside(place, name)) }
  })

/**
 * A name is always encoded in the same way, so that branches can refer to properties that another
 * schema declares.
 */
export const rename = ({ names }: Conversion, name: string): string =>
  names ? names.encode(name) : name

export const renameAll = (
  conversion: Conversion,
  list: readonly string[] | undefined,
): string[] | undefined => list?.map((name) => rename(conversion, name))

/** Restores the names of properties; undeclared ones are unchanged. */
export const restoreProperties = (
  properties: readonly ConvertedProperty[],
  restoreOthers: Restore | undefined,
): Restore | undefined => {
  const changed = new Map(
    properties
      .filter(({ name, encoded, restore }) => name !== encoded || restore)
      .map((property) => [property.encoded, property]),
  )
  if (changed.size === 0 && !restoreOthers) return undefined
  const declared = new Set(properties.map(({ encoded }) => encoded))
  const byName = new Map(properties.map((property) => [property.name, property]))
  return (value) => {
    if (!isObject(value)) return value
    const settled = settledNames.get(value)
    const result = Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        if (settled?.has(key)) return [key, restoreWith(byName.get(key)?.restore, item)]
        const property = changed.get(key)
        return property
          ? [property.name, restoreWith(property.restore, item)]
          : [key, declared.has(key) ? item : restoreWith(restoreOthers, item)]
      }),
    )
    settledNames.set(
      result,
      new Set([
        ...(settled ?? []),
        ...properties
          .filter(({ encoded }) => Object.hasOwn(value, encoded))
          .map(({ name }) => name),
      ]),
    )
    return result
  }
}

/**
 * Several schemas may describe one object (`allOf`, `anyOf`); a name that one of them has decoded
 * is not decoded again by the next.
 */
const settledNames = new WeakMap<object, ReadonlySet<string>>()

/** The same for names that a schema mentions, whichever schema declares them. */
export const restoreNames = (
  conversion: Conversion,
  names: readonly string[],
): Restore | undefined =>
  restoreProperties(
    names.map((name) => ({
      name,
      encoded: rename(conversion, name),
      schema: {},
      restore: undefined,
    })),
    undefined,
  )

export const byName = (properties: readonly ConvertedProperty[]): JsonObject =>
  Object.fromEntries(properties.map(({ encoded, schema }) => [encoded, schema]))
