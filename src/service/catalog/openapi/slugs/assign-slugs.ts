import type { TakenSlugs } from '../../slug-owners/assign-unowned.ts'
import { cutFreeSlug, deriveSlug, fitSlug, type SlugSource } from './derive-slug.ts'
import { wordsOfName } from './words.ts'

export type PreviousSlug = { operation: string; slug: string }
export type SlugAssignment = { slug: string; wanted: string; reason?: string }

/**
 * One slug for each operation, unique in the toolkit regardless of letter case.
 *
 * The result depends on the set of operations and not on their order. An operation keeps the slug
 * of the previous import, even when the names of its path parameters changed. Slugs in `taken`
 * belong to other toolkits.
 */
export const assignSlugs = (
  toolkit: string,
  sources: SlugSource[],
  previous: PreviousSlug[] = [],
  taken: TakenSlugs = new Map(),
): Map<string, SlugAssignment> => {
  const assigned = new Map<string, SlugAssignment>()
  const owners = new Map<string, SlugSource>()
  const give = (source: SlugSource, assignment: SlugAssignment) => {
    assigned.set(source.key, assignment)
    owners.set(assignment.slug.toUpperCase(), source)
  }

  const ordered = sources.toSorted(byPrecedence)
  const before = previousSlugs(previous)
  for (const source of ordered) {
    const kept = before(source.key)
    if (kept !== undefined && !owners.has(kept.toUpperCase()))
      give(source, { slug: kept, wanted: kept })
  }
  const fresh = ordered
    .filter(({ key }) => !assigned.has(key))
    .map((source) => ({ source, wanted: deriveSlug(toolkit, source) }))
  for (const { source, wanted } of fresh) {
    if (!owners.has(wanted) && !taken.has(wanted)) give(source, { slug: wanted, wanted })
  }
  for (const { source, wanted } of fresh) {
    if (assigned.has(source.key)) continue
    const slug = distinguish(toolkit, source, wanted, owners, taken)
    const owner = taken.has(wanted) ? `the toolkit "${taken.get(wanted)}"` : owners.get(wanted)?.key
    give(source, { slug, wanted, reason: `"${wanted}" belongs to ${owner}` })
  }
  return assigned
}

/** Operations that are not deprecated get the plain name first, then those with shorter paths. */
const byPrecedence = (one: SlugSource, other: SlugSource): number =>
  Number(one.isDeprecated) - Number(other.isDeprecated) ||
  one.path.split('/').length - other.path.split('/').length ||
  (one.key < other.key ? -1 : 1)

const previousSlugs = (previous: PreviousSlug[]): ((key: string) => string | undefined) => {
  const exact = new Map(previous.map(({ operation, slug }) => [operation, slug]))
  const byShape = Map.groupBy(previous, ({ operation }) => shapeOf(operation))
  return (key) => {
    const similar = byShape.get(shapeOf(key)) ?? []
    return exact.get(key) ?? (similar.length === 1 ? similar[0]?.slug : undefined)
  }
}

const shapeOf = (key: string): string => key.replace(/\{[^{}]*\}/g, '{}')

/**
 * Adds words that distinguish the operation from the owner of its slug: of its operationId, of its
 * path, its method.
 */
const distinguish = (
  toolkit: string,
  source: SlugSource,
  wanted: string,
  owners: Map<string, SlugSource>,
  taken: TakenSlugs,
): string => {
  const isTaken = (slug: string) => owners.has(slug) || taken.has(slug)
  const owner = owners.get(wanted)
  const words = wanted
    .slice(toolkit.length + 1)
    .toLowerCase()
    .split('_')
  const newWords = (wordsOf: (source: SlugSource) => string[]) => {
    const known = new Set([...words, ...(owner ? wordsOf(owner) : [])])
    return [...new Set(wordsOf(source))].filter((word) => !known.has(word))
  }
  const idWords = newWords(({ operationId }) => wordsOfName(operationId))
  const pathWords = newWords(({ path }) => wordsOfName(path.replace(/\{.*?\}/g, ' ')))
  const parameters = newWords(({ path }) =>
    [...path.matchAll(/\{(.*?)\}/g)].flatMap(([, name]) => wordsOfName(name ?? '')),
  )
  const additions = [
    idWords,
    pathWords,
    parameters.length > 0 ? ['by', ...parameters] : [],
    [...pathWords, ...parameters],
    [source.method.toLowerCase()],
  ]
  return (
    additions
      .filter((addition) => addition.length > 0)
      .map((addition) => fitSlug(toolkit, [...words, ...addition]))
      .find((slug) => slug !== undefined && !isTaken(slug)) ??
    cutFreeSlug(toolkit, words, source.key, isTaken)
  )
}
