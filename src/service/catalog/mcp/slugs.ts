import { cutSlug, fitSlug } from '../openapi/slugs/derive-slug.ts'
import { wordsOfName } from '../openapi/slugs/words.ts'

/**
 * One slug for each tool of an MCP server, unique in the toolkit, from the words of its name as they stand there.
 *
 * The answer depends on the set of names and not on their order; a tool that had a slug before keeps it.
 */
export const assignToolSlugs = (toolkit: string, names: string[], previous: { operation: string; slug: string }[]): Map<string, string> => {
  const before = new Map(previous.map(({ operation, slug }) => [operation, slug]))
  const assigned = new Map(names.flatMap((name) => [[name, before.get(name)] as const]).filter((entry): entry is [string, string] => entry[1] !== undefined))
  const taken = new Set(assigned.values())
  for (const name of names.filter((each) => !assigned.has(each)).toSorted()) {
    const words = withoutToolkit(wordsOfName(name), toolkit)
    const wanted = words.length === 0 ? undefined : fitSlug(toolkit, words)
    const slug = wanted === undefined || taken.has(wanted) ? cutSlug(toolkit, words, name) : wanted
    assigned.set(name, slug)
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
