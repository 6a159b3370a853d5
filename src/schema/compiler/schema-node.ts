import type { Check } from './check.ts'
import type { Place, SchemaIndex } from './schema-index.ts'

/** One schema object while it is compiled: what a keyword may see of it. */
export type SchemaNode = {
  /** The keyword's value, when the schema has it and its dialect knows it. */
  get(keyword: string): unknown
  readonly place: Place
  readonly index: SchemaIndex
  /** Compiles a schema inside this one, or the target of a reference. */
  readonly subschema: (schema: unknown) => Check
  /**
   * Names a schema that the keyword compiles only when it meets a value for it, so that warnings
   * can be complete.
   */
  readonly postpone: (schema: unknown) => void
  readonly warn: (message: string) => void
  /**
   * What `type` says of the values that the keywords of objects, or of arrays, pass over: one call
   * for both questions.
   */
  otherwise: Check
}

/** Compiles the keywords of one group; undefined when they ask for nothing. */
export type Keyword = (node: SchemaNode) => Check | undefined

export const anything: Check = () => true

export const numberOf = (node: SchemaNode, keyword: string): number | undefined => {
  const value = node.get(keyword)
  return typeof value === 'number' ? value : undefined
}

export const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
