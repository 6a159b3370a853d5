/**
 * A GraphQL schema as the importer reads it. Names are checked to be names of GraphQL, and types are
 * texts as GraphQL writes them, such as `[User!]!`.
 */
export type GraphQlSchema = {
  queries: SchemaField[]
  mutations: SchemaField[]
  /** Names of the fields of the subscription type. */
  subscriptions: string[]
  types: ReadonlyMap<string, SchemaType>
  notes: string[]
}

export type SchemaType =
  | { kind: 'scalar'; description: string }
  | { kind: 'enum'; values: string[] }
  | { kind: 'input'; description: string; fields: InputField[]; isOneOf: boolean }
  | { kind: 'object' | 'interface' | 'union'; fields: SchemaField[]; possible: string[] }

export type SchemaField = {
  name: string
  description: string
  type: string
  args: InputField[]
  isDeprecated: boolean
}

/** An argument, or a field of an input object. */
export type InputField = {
  name: string
  description: string
  type: string
  /** A GraphQL literal. */
  defaultValue?: string
  isDeprecated: boolean
}
