import type { Check } from './check.ts'
import type { Registry } from './registry.ts'
import type { Place } from './schema-index.ts'

/** One schema object while it is compiled: what a keyword may see of it. */
export interface SchemaNode {
  /** The keyword's value, when the schema has it and its dialect knows it. */
  get(keyword: string): unknown
  readonly place: Place
  readonly registry: Registry
  subschema(schema: unknown): Check
  /** For targets of references, which may be far away or the schema itself. */
  subschemaLater(schema: unknown): Check
  warn(message: string): void
}

/** Compiles the keywords of one group; undefined when the schema has none of them. */
export type Keyword = (node: SchemaNode) => Check | undefined

export const numberOf = (node: SchemaNode, keyword: string): number | undefined => {
  const value = node.get(keyword)
  return typeof value === 'number' ? value : undefined
}

export const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
