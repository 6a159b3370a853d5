import { isObject, type JsonSchema } from '../json-schema.ts'
import type { Place, SchemaDocument } from './schema-document.ts'
import { z } from 'zod'
import { annotate } from './annotations.ts'
import { toKind } from './to-kind.ts'
import type { Tree } from './tree.ts'

/** Builds one type per place, so that recursive schemas become recursive types. */
export const createTree = (document: SchemaDocument): Tree => {
  const types = new Map<Place, z.ZodType | undefined>()
  const tree: Tree = {
    document,
    build: (place) => {
      const known = types.get(place)
      if (known) return known
      // Only kinds whose inner types zod needs immediately are reached twice; an object builds its
      // properties later.
      if (types.has(place)) return z.lazy(() => tree.build(place))
      types.set(place, undefined)
      const type = annotate(toKind(tree, place), document.at(place))
      types.set(place, type)
      return type
    },
    sourceAt: (place) => ({
      validator: document.validatorOf(place),
      jsonSchema: (alone) => schemaAt(document, place, alone),
    }),
  }
  return tree
}

const schemaAt = ({ root, at }: SchemaDocument, place: Place, alone: boolean): JsonSchema => {
  const schema = at(place)
  if (!isObject(schema)) return schema !== false
  if (!alone || place === '' || !isObject(root)) return schema
  // On its own it needs the definitions that its references lead to.
  const definitions = ['$defs', 'definitions', 'components'].filter(
    (keyword) => root[keyword] !== undefined && schema[keyword] === undefined,
  )
  return JSON.stringify(schema).includes('"$ref"')
    ? { ...schema, ...Object.fromEntries(definitions.map((keyword) => [keyword, root[keyword]])) }
    : schema
}
