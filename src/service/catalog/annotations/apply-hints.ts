import type { ToolHint } from '../definitions.ts'

/** A project's hints for a tool: each is set, unset, or left to the importer. */
export type HintOverrides = Partial<Record<ToolHint, boolean | undefined>>

const hints: readonly ToolHint[] = [
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
]

/** The tags of a tool, hints first; the project's hints override the importer's. */
export const applyHints = (
  tags: readonly string[],
  overrides: HintOverrides | undefined,
): readonly string[] => {
  if (!overrides) return tags
  const isSet = (hint: ToolHint) =>
    overrides[hint] ?? (tags.includes(hint) && !isRuledOut(hint, overrides))
  const others = tags.filter((tag) => !hints.some((hint) => hint === tag))
  return [...hints.filter(isSet), ...others]
}

/**
 * A tool that only reads destroys nothing, and vice versa: the project's hint overrides the
 * importer's.
 */
const isRuledOut = (hint: ToolHint, { readOnlyHint, destructiveHint }: HintOverrides): boolean =>
  (hint === 'destructiveHint' && readOnlyHint === true) ||
  (hint === 'readOnlyHint' && destructiveHint === true)
