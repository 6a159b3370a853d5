import type { ToolHint } from '../../contract/session-config.ts'

/** The effects of a tool, as its author declared them: the hints of the Model Context Protocol. */
export type ToolAnnotations = { readonly title?: string } & {
  readonly [Hint in ToolHint]?: boolean
}

const hints: readonly ToolHint[] = [
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
]

/** Reads the hints from a tool's tags. */
export const toAnnotations = (tags: readonly string[], title?: string): ToolAnnotations => ({
  ...(title === undefined ? {} : { title }),
  ...Object.fromEntries(hints.filter((hint) => tags.includes(hint)).map((hint) => [hint, true])),
})
