import { jsonType } from '../compiler/json-value.ts'
import { hasProperty, isObject } from '../json-schema.ts'
import type { Conversion } from './conversion.ts'
import { readNode } from './read-node.ts'

export const jsonTypes = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const

/**
 * The types that a value of this part of the original may have (`number` also for integers); an
 * overestimate if unsure.
 */
export const typesOf = (
  conversion: Conversion,
  schema: unknown,
  open: readonly unknown[] = [],
): Set<string> => {
  if (schema === false) return new Set()
  if (!isObject(schema) || open.includes(schema)) return new Set(jsonTypes)
  const node = readNode(schema)
  const sets: Set<string>[] = []
  const ofOthers = (each: unknown) => typesOf(conversion, each, [...open, schema])
  if (hasProperty(node, 'type'))
    sets.push(
      new Set([node['type']].flat().map((type) => (type === 'integer' ? 'number' : String(type)))),
    )
  if (hasProperty(node, 'const')) sets.push(new Set([jsonType(node['const'])]))
  if (Array.isArray(node['enum'])) sets.push(new Set(node['enum'].map(jsonType)))
  if (typeof node['$ref'] === 'string') {
    const target = conversion.registry.resolve(
      node['$ref'],
      conversion.registry.placeOf(schema).base,
    )
    if (target !== undefined) sets.push(ofOthers(target))
  }
  for (const keyword of ['anyOf', 'oneOf'])
    if (Array.isArray(node[keyword]))
      sets.push(new Set(node[keyword].flatMap((branch: unknown) => [...ofOthers(branch)])))
  if (Array.isArray(node['allOf'])) sets.push(...node['allOf'].map(ofOthers))
  return new Set(jsonTypes.filter((type) => sets.every((set) => set.has(type))))
}
