import type { SlugRow } from '../tables.ts'

/** A slug that a tool of a toolkit has or had. */
export type PreviousSlug = {
  operation: string
  slug: string
  /** The present slug of the tool, where this one is an alias. */
  renamedTo?: string | null
}

/** What an import needs to keep slugs. */
export const toPreviousSlugs = (rows: readonly SlugRow[]): PreviousSlug[] =>
  rows.flatMap(({ operation, slug, renamed_to: renamedTo }) =>
    operation === null ? [] : [{ operation, slug, renamedTo }],
  )
