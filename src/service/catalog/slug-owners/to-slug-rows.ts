import type { SlugRow } from '../tables.ts'
import { byOperation } from './operation-shape.ts'

type Owner = {
  projectId: string
  toolkit: string
  /** Whether it has no version yet: it then begins without the aliases that it had before. */
  isNew: boolean
}
type NamedTool = { slug: string; operation: string }

/**
 * The changes that a version's tools make to the slugs of their toolkit.
 *
 * A slug that a tool has is its own. One that the tool's operation had before is its alias. A slug
 * whose operation is gone keeps it, in case the operation returns, and leads nowhere as soon as
 * another operation takes the slug that it led to.
 */
export const toSlugRows = (
  { projectId, toolkit, isNew }: Owner,
  former: readonly SlugRow[],
  tools: readonly NamedTool[],
): SlugRow[] => {
  const real = new Map(tools.map((tool) => [tool.slug, tool]))
  const find = byOperation(tools)
  const toRow = (slug: string, operation: string | null, renamedTo: string | null): SlugRow => ({
    project_id: projectId,
    kind: 'tool',
    slug,
    toolkit_slug: toolkit,
    operation,
    renamed_to: renamedTo,
  })
  const toNext = (row: SlugRow): SlugRow => {
    const own = real.get(row.slug)
    if (own) return toRow(own.slug, own.operation, null)
    if (isNew) return toRow(row.slug, null, null)
    const tool = row.operation === null ? undefined : find(row.operation)
    if (tool) return toRow(row.slug, tool.operation, tool.slug)
    const isTaken = row.renamed_to !== null && real.has(row.renamed_to)
    return toRow(row.slug, row.operation, isTaken ? null : row.renamed_to)
  }
  const known = new Set(former.map(({ slug }) => slug))
  return [
    ...former.flatMap((row) => {
      const next = toNext(row)
      return next.operation === row.operation && next.renamed_to === row.renamed_to ? [] : [next]
    }),
    ...tools.flatMap(({ slug, operation }) =>
      known.has(slug) ? [] : [toRow(slug, operation, null)],
    ),
  ]
}
