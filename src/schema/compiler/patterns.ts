import type { SchemaNode } from './schema-node.ts'

/** A regular expression of a schema, or undefined with a warning when it is none. */
export const compilePattern = (node: SchemaNode, source: string): RegExp | undefined => {
  // Unicode mode is what the drafts ask for; escapes such as `\-` or `\_`, common in tools, exist only without it.
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags)
    } catch {
      // the next mode may take it
    }
  }
  node.warn(`The pattern ${JSON.stringify(source)} is no regular expression and was ignored`)
  return undefined
}
