import type { ToolHint } from '../../contract/session-config.ts'

/**
 * What a tool does to the world, as far as its author said: the hints of the Model Context
 * Protocol.
 */
export type ToolAnnotations = { readonly title?: string } & {
  readonly [Hint in ToolHint]?: boolean
}

const hints: readonly ToolHint[] = [
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
]

/** Reads the hints that a tool carries as tags. */
export const toAnnotations = (tags: readonly string[], title?: string): ToolAnnotations => ({
  ...(title === undefined ? {} : { title }),
  ...Object.fromEntries(hints.filter((hint) => tags.includes(hint)).map((hint) => [hint, true])),
})
