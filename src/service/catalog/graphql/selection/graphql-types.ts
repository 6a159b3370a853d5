import { namedType } from '../schema/type-text.ts'

/**
 * The objects, interfaces and unions that a GraphQL API answers with, as far as their fields can be
 * selected without arguments: what selections are made of and checked against.
 */
export type GraphQlTypes = Record<string, GraphQlType>

export type GraphQlType = {
  /** Name -> type as GraphQL writes it, such as `[User!]!`. A union has none. */
  fields: Record<string, string>
  /** The fields that take `first`, the number of items of a page. */
  paged?: string[]
  /** The fields that their author calls internal or unfinished; not selected by default. */
  internal?: string[]
  /** The object types that an interface or a union stands for. */
  possible?: string[]
}

/** A selected field; `fields` are selected of its value when that is an object. */
export type SelectedField = {
  name: string
  /** Its name in the answer, where objects of several types have fields that differ in type. */
  alias?: string
  type: string
  /** Only selected of objects of this type. */
  on?: string
  first?: number
  fields?: SelectedField[]
}

/** Where a page of a connection has its items: `nodes`, or `edges` with a `node` each. */
type Page = { field: 'nodes' | 'edges'; node: string }

export const findType = (types: GraphQlTypes, name: string): GraphQlType | undefined =>
  Object.hasOwn(types, name) ? types[name] : undefined

export const findField = ({ fields }: GraphQlType, name: string): string | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** The object type behind a type; undefined for values such as `String!`. */
export const objectTypeOf = (types: GraphQlTypes, type: string): string | undefined => {
  const name = namedType(type)
  return findType(types, name) && name
}

/** Undefined for a type that is no page of a list. */
export const findPage = (types: GraphQlTypes, type: GraphQlType): Page | undefined => {
  const nodes = findField(type, 'nodes')
  const node = nodes?.startsWith('[') ? objectTypeOf(types, nodes) : undefined
  if (node !== undefined) return { field: 'nodes', node }
  const edges = findField(type, 'edges')
  const edge = edges?.startsWith('[') ? findType(types, namedType(edges)) : undefined
  const inEdge = edge && findField(edge, 'node')
  const behind = inEdge === undefined ? undefined : objectTypeOf(types, inEdge)
  return behind === undefined ? undefined : { field: 'edges', node: behind }
}
