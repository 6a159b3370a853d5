import { createYielder } from '../../../platform/create-yielder.ts'
import type { GraphQlSchema, SchemaField } from '../schema/graphql-schema.ts'
import { itemType } from '../schema/type-text.ts'
import { findPage, findType, objectTypeOf, type GraphQlTypes } from '../selection/graphql-types.ts'
import { actionWords, verbPlaceOf, type OperationKind } from './action-words.ts'

/** A field of the query or mutation type, which becomes a tool. */
export type Operation = {
  kind: OperationKind
  /** `mutation issueCreate`, equal in the next import. */
  key: string
  field: SchemaField
  /** Of its slug, verb first. */
  words: string[]
  verb: string
}

/** Works in slices of some milliseconds. */
export const listOperations = async (
  schema: GraphQlSchema,
  types: GraphQlTypes,
): Promise<Operation[]> => {
  const yieldIfDue = createYielder()
  const place = verbPlaceOf(schema.mutations)
  const operations: Operation[] = []
  for (const kind of ['query', 'mutation'] as const)
    for (const field of kind === 'query' ? schema.queries : schema.mutations) {
      const words = actionWords(kind, field, { place, isList: isList(types, field.type) })
      operations.push({ kind, key: `${kind} ${field.name}`, field, ...words })
      await yieldIfDue()
    }
  return operations
}

const isList = (types: GraphQlTypes, type: string): boolean => {
  const behind = findType(types, objectTypeOf(types, type) ?? '')
  return (
    itemType(type) !== undefined || (behind !== undefined && findPage(types, behind) !== undefined)
  )
}
