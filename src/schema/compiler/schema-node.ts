import type { Check } from './check.ts'
import type { Place, SchemaIndex } from './schema-index.ts'

/** One schema object during compilation: what a keyword can access of it. */
export type SchemaNode = {
  /** The keyword's value, if the schema has it and its dialect supports it. */
  get(keyword: string): unknown
  readonly place: Place
  readonly index: SchemaIndex
  /** Compiles a schema inside this one, or the target of a reference. */
  readonly subschema: (schema: unknown) => Check
  /**
   * Registers a schema that the keyword compiles when it first receives a value for it, so that the
   * list of warnings can be complete.
   */
  readonly postpone: (schema: unknown) => void
  readonly warn: (message: string) => void
  /**
   * The result of `type` for values that the keywords of objects, or of arrays, ignore: one call
   * for both checks.
   */
  otherwise: Check
}

/** Compiles the keywords of one group; undefined when they restrict nothing. */
export type Keyword = (node: SchemaNode) => Check | undefined

export const anything: Check = () => true

export const numberOf = (node: SchemaNode, keyword: string): number | undefined => {
  const value = node.get(keyword)
  return typeof value === 'number' ? value : undefined
}

export const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
