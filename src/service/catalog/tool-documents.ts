import type { catalogStore, ToolkitVersion } from './store.ts'

/**
 * The approximate page size of tools in characters: parsing a page must not block other requests
 * for long.
 */
const pageCharacters = 500_000
const firstPage = 25
const largestPage = 200

/**
 * The stored definitions of a toolkit version's tools after a slug, page by page in the order of
 * their slugs; other requests get a turn in between.
 */
export const readToolDocuments = async function* (
  store: Pick<ReturnType<typeof catalogStore>, 'findContentOf' | 'listDocuments'>,
  projectId: string,
  toolkit: ToolkitVersion,
  begin = '',
): AsyncGenerator<{ slug: string; document: string }[]> {
  const content = await store.findContentOf(projectId, toolkit)
  if (!content) return
  let after = begin
  let limit = firstPage
  for (;;) {
    const page = await store.listDocuments(content, after, limit)
    const last = page.at(-1)
    if (!last) return
    yield page
    if (page.length < limit) return
    after = last.slug
    const average = page.reduce((sum, { document }) => sum + document.length, 0) / page.length
    limit = Math.max(1, Math.min(largestPage, Math.floor(pageCharacters / average)))
  }
}
