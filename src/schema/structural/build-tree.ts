import { isObject, type JsonSchema } from '../json-schema.ts'
import type { Source } from './checked-types.ts'
import type { Place, SchemaDocument } from './schema-document.ts'
import { z } from 'zod'
import { annotate } from './annotations.ts'
import { toKind } from './to-kind.ts'

/** Gives the zod type of what stands at a place of the document. */
export type Build = (place: Place) => z.ZodType

/** What the kinds are made with. */
export type Tree = {
  readonly document: SchemaDocument
  readonly build: Build
  sourceAt(place: Place): Source
}

/** One type a place, so that a schema that refers to itself gives types that do. */
export const createTree = (document: SchemaDocument): Tree => {
  const types = new Map<Place, z.ZodType | undefined>()
  const tree: Tree = {
    document,
    build: (place) => {
      const known = types.get(place)
      if (known) return known
      // Only kinds whose inner types zod wants at once come here a second time; an object asks for
      // its properties later.
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
  // Alone it needs what its references lead to.
  const definitions = ['$defs', 'definitions', 'components'].filter(
    (keyword) => root[keyword] !== undefined && schema[keyword] === undefined,
  )
  return JSON.stringify(schema).includes('"$ref"')
    ? { ...schema, ...Object.fromEntries(definitions.map((keyword) => [keyword, root[keyword]])) }
    : schema
}
