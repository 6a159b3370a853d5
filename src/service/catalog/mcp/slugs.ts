import { cutFreeSlug, fitSlug } from '../openapi/slugs/fit-slug.ts'
import { wordsOfName } from '../openapi/slugs/words.ts'
import {
  assignWanted,
  type SlugAssignment,
  type SlugHistory,
} from '../slug-owners/assign-wanted.ts'

/**
 * One slug for each tool of an MCP server, unique in the toolkit, from the words of its name.
 *
 * The result depends on the set of names and not on their order; a tool keeps its previous slug.
 */
export const assignToolSlugs = (
  toolkit: string,
  names: string[],
  history: SlugHistory = {},
): Map<string, SlugAssignment> =>
  assignWanted(
    names.toSorted(),
    (operation) => {
      const words = withoutToolkit(wordsOfName(operation), toolkit)
      return {
        operation,
        wanted: words.length === 0 ? undefined : fitSlug(toolkit, words),
        findOther: (isFree) => cutFreeSlug(toolkit, words, operation, (slug) => !isFree(slug)),
      }
    },
    history,
  )

/** `github_create_issue` of the toolkit `github` -> create issue. */
const withoutToolkit = (words: string[], toolkit: string): string[] => {
  const own = wordsOfName(toolkit)
  const isRepeated = words.length > own.length && own.every((word, index) => words[index] === word)
  return isRepeated ? words.slice(own.length) : words
}
