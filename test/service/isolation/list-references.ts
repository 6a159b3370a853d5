import { z } from 'zod'
import { operations } from '../../contract/operations.ts'

/** A place in a request where something of a project is named. */
export type Reference = {
  operation: string
  part: 'params' | 'query' | 'body'
  /** Names of fields; `[]` is an item of a list, `*` a value of a map, `*key` its key. */
  path: string[]
  /** What its schema says it names; absent where only a person knows. */
  kind: string | undefined
}

/**
 * Every parameter of a path, and every field of a query or body whose schema is that of an id or of
 * a toolkit's slug: from the contract, so that none is forgotten.
 */
export const listReferences = (): Reference[] =>
  operations
    .filter(({ endpoint }) => endpoint.auth !== 'public')
    .flatMap(({ name, endpoint }) => [
      ...Object.entries(endpoint.params?.shape ?? {}).map(([param, schema]): Reference => ({
        operation: name,
        part: 'params',
        path: [param],
        kind: kindsIn(toSchema(schema))[0]?.kind,
      })),
      ...(['query', 'body'] as const).flatMap((part) => {
        const schema = endpoint[part]
        return schema
          ? kindsIn(toSchema(schema)).map((found): Reference => ({
              operation: name,
              part,
              ...found,
            }))
          : []
      }),
    ])

/** One line for each reference: how tests and their tables name it. */
export const nameOf = ({
  operation,
  part,
  path,
}: Pick<Reference, 'operation' | 'part' | 'path'>): string => [operation, part, ...path].join(' ')

type Schema = {
  pattern?: string
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** As it is after parsing: lists of a query are lists there. */
const toSchema = (schema: z.core.$ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema

const kindsIn = (schema: Schema, path: string[] = []): { path: string[]; kind: string }[] => {
  const kind = kindOf(schema)
  const found = [
    ...(kind ? [{ path, kind }] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      kindsIn(inner, [...path, name]),
    ),
    ...(schema.items ? kindsIn(schema.items, [...path, '[]']) : []),
    ...(typeof schema.additionalProperties === 'object'
      ? kindsIn(schema.additionalProperties, [...path, '*'])
      : []),
    ...(schema.propertyNames ? kindsIn(schema.propertyNames, [...path, '*key']) : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((branches) =>
      (branches ?? []).flatMap((branch) => kindsIn(branch, path)),
    ),
  ]
  return [...new Map(found.map((entry) => [entry.path.join(' '), entry])).values()]
}

const kindOf = ({ pattern, format }: Schema): string | undefined => {
  if (format === 'uuid' || format === 'guid') return 'uuid'
  const prefix = /^\^([a-z]+)_\[/.exec(pattern ?? '')?.[1]
  if (prefix) return prefix
  return pattern === '^[0-9A-Za-z_-]+$' ? 'toolkit' : undefined
}
