import { canonicalText } from '../compiler/json-value.ts'
import { isObject, type JsonObject } from '../json-schema.ts'
import type { Conversion } from './conversion.ts'
import { jsonTypes, typesOf } from './types-of.ts'

/** Whether no value matches both strict schemas; false if this cannot be determined. */
export const areDisjoint = (
  conversion: Conversion,
  one: JsonObject,
  other: JsonObject,
  depth = 0,
): boolean => {
  if (depth > maximumDepth) return false
  const first = resolve(conversion, one)
  const second = resolve(conversion, other)
  const common = [...strictTypes(conversion, first)].filter((type) =>
    strictTypes(conversion, second).has(type),
  )
  if (common.length === 0) return true
  if (Array.isArray(first['anyOf']))
    return first['anyOf'].every((branch: JsonObject) =>
      areDisjoint(conversion, branch, second, depth + 1),
    )
  if (Array.isArray(second['anyOf']))
    return second['anyOf'].every((branch: JsonObject) =>
      areDisjoint(conversion, first, branch, depth + 1),
    )
  if (Array.isArray(first['enum']) && Array.isArray(second['enum']))
    return haveNothingInCommon(first['enum'], second['enum'])
  return (
    common.length === 1 &&
    common[0] === 'object' &&
    areDisjointObjects(conversion, first['properties'], second['properties'], depth)
  )
}

/** Definitions may be recursive. */
const maximumDepth = 8

const haveNothingInCommon = (values: readonly unknown[], others: readonly unknown[]): boolean => {
  const known = new Set(values.map(canonicalText))
  return !others.some((value) => known.has(canonicalText(value)))
}

/** Strict objects have all of their properties and no others. */
const areDisjointObjects = (
  conversion: Conversion,
  one: unknown,
  other: unknown,
  depth: number,
): boolean => {
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  if (
    names.length !== Object.keys(other).length ||
    !names.every((name) => Object.hasOwn(other, name))
  )
    return true
  return names.some((name) => {
    const [first, second] = [one[name], other[name]]
    return isObject(first) && isObject(second) && areDisjoint(conversion, first, second, depth + 1)
  })
}

const definitionOf = ({ definitions }: Conversion, { $ref }: JsonObject) =>
  [...definitions].find(([, { name }]) => $ref === `#/$defs/${name}`)

const resolve = (conversion: Conversion, schema: JsonObject): JsonObject =>
  '$ref' in schema ? (definitionOf(conversion, schema)?.[1].converted?.schema ?? schema) : schema

const strictTypes = (conversion: Conversion, schema: JsonObject, depth = 0): Set<string> => {
  if (depth > maximumDepth) return new Set(jsonTypes)
  if (schema['type'] !== undefined)
    return new Set(
      [schema['type']].flat().map((type) => (type === 'integer' ? 'number' : String(type))),
    )
  if (Array.isArray(schema['anyOf']))
    return new Set(
      schema['anyOf'].flatMap((branch: JsonObject) => [
        ...strictTypes(conversion, resolve(conversion, branch), depth + 1),
      ]),
    )
  const original = definitionOf(conversion, schema)?.[0]
  if (!isObject(original)) return new Set(jsonTypes)
  // A definition that is not complete yet: maps become lists, the other types remain.
  const types = typesOf(conversion, original)
  return types.has('object') ? types.add('array') : types
}
