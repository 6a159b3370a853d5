import { LRUCache } from 'lru-cache'
import { entries } from '../../platform/entries.ts'
import type { Project } from '../../endpoint/index.ts'
import type { catalogStore } from '../store.ts'

/** Limit of all projects together. */
const maximumKept = 50_000

type Store = Pick<ReturnType<typeof catalogStore>, 'findRenamed' | 'findAliases'>

/**
 * All slugs by which tools are known, for each of the given slugs: the present one first, then the
 * aliases. An unknown slug, and one that was never replaced, stands alone.
 *
 * Every way to a tool and every rule that names one asks this, so an alias means the same
 * everywhere. Answers are cached per `catalogStamp`, which each import raises.
 */
export type NamesOf = (
  project: Pick<Project, 'id' | 'catalogStamp'>,
  slugs: Iterable<string>,
) => Promise<Map<string, readonly string[]>>

export const createNamesOf = (store: Store): NamesOf => {
  const kept = new LRUCache<string, readonly string[]>(entries(maximumKept))

  return async ({ id, catalogStamp }, slugs) => {
    const keyOf = (slug: string) => `${id} ${catalogStamp} ${slug}`
    const distinct = [...new Set(slugs)]
    const known = new Map(distinct.map((slug) => [slug, kept.get(keyOf(slug))]))
    const unknown = distinct.filter((slug) => !known.get(slug))
    const read = unknown.length === 0 ? new Map() : await readNames(store, id, unknown)
    for (const [slug, names] of read) kept.set(keyOf(slug), names)
    return new Map(distinct.map((slug) => [slug, known.get(slug) ?? read.get(slug) ?? [slug]]))
  }
}

const readNames = async (
  store: Store,
  projectId: string,
  slugs: string[],
): Promise<Map<string, readonly string[]>> => {
  const renamed = new Map(
    (await store.findRenamed(projectId, slugs)).map((row) => [row.slug, row.renamed_to]),
  )
  const present = (slug: string) => renamed.get(slug) ?? slug
  const aliases = Map.groupBy(
    await store.findAliases(projectId, slugs.map(present)),
    (row) => row.renamed_to,
  )
  return new Map(
    slugs.map((slug) => [
      slug,
      [present(slug), ...(aliases.get(present(slug)) ?? []).map((alias) => alias.slug)],
    ]),
  )
}
