import type { TakenSlugs } from '../slug-owners/assign-unowned.ts'
import { cutFreeSlug, fitSlug } from '../openapi/slugs/derive-slug.ts'
import type { SlugAssignment } from '../openapi/slugs/assign-slugs.ts'
import { wordsOfName } from '../openapi/slugs/words.ts'

/**
 * One slug for each tool of an MCP server, unique in the toolkit, from the words of its name.
 *
 * The result depends on the set of names and not on their order; a tool keeps its previous slug.
 * Slugs in `owned` belong to other toolkits.
 */
export const assignToolSlugs = (
  toolkit: string,
  names: string[],
  previous: { operation: string; slug: string }[],
  owned: TakenSlugs = new Map(),
): Map<string, SlugAssignment> => {
  const before = new Map(previous.map(({ operation, slug }) => [operation, slug]))
  const assigned = new Map(
    names.flatMap((name): [string, SlugAssignment][] => {
      const slug = before.get(name)
      return slug === undefined ? [] : [[name, { slug, wanted: slug }]]
    }),
  )
  const taken = new Set([...assigned.values()].map(({ slug }) => slug))
  const isTaken = (slug: string) => taken.has(slug) || owned.has(slug)
  for (const name of names.filter((each) => !assigned.has(each)).toSorted()) {
    const words = withoutToolkit(wordsOfName(name), toolkit)
    const wanted = words.length === 0 ? undefined : fitSlug(toolkit, words)
    const slug =
      wanted === undefined || isTaken(wanted) ? cutFreeSlug(toolkit, words, name, isTaken) : wanted
    const owner = wanted === undefined ? undefined : owned.get(wanted)
    assigned.set(name, {
      slug,
      wanted: wanted ?? slug,
      ...(owner !== undefined && { reason: `"${wanted}" belongs to the toolkit "${owner}"` }),
    })
    taken.add(slug)
  }
  return assigned
}

/** `github_create_issue` of the toolkit `github` -> create issue. */
const withoutToolkit = (words: string[], toolkit: string): string[] => {
  const own = wordsOfName(toolkit)
  const isRepeated = words.length > own.length && own.every((word, index) => words[index] === word)
  return isRepeated ? words.slice(own.length) : words
}
