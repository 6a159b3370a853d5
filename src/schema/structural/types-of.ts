import type { SchemaView } from './schema-view.ts'

/**
 * The JSON types that all parts of a schema allow; undefined if none has a `type`. `integer` is a
 * separate type.
 */
export const typesOf = ({ parts }: SchemaView): ReadonlySet<string> | undefined => {
  let types: Set<string> | undefined
  for (const { schema } of parts) {
    if (schema['type'] === undefined) continue
    const named = new Set([schema['type']].flat().filter((type) => typeof type === 'string'))
    if (schema['nullable'] === true) named.add('null')
    types = types ? intersect(types, named) : named
  }
  return types
}

const intersect = (one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> => {
  const shared = new Set([...one].filter((type) => other.has(type)))
  const isWhole =
    (one.has('integer') && other.has('number')) || (one.has('number') && other.has('integer'))
  return isWhole ? shared.add('integer') : shared
}
