import { splitWords } from './words/split-words.ts'
import type { SearchableTool } from './tool.ts'

/** Limit of each kind per tool: real tools have few, and a hostile one must not fill the index. */
const mostKeys = 40

/** The required identifiers of a tool, such as `movie id`, which another tool probably provides. */
export const requiredIdentifiers = ({ parameters }: SearchableTool): string[] =>
  toKeys(parameters.filter(({ required }) => required).map(({ name }) => name))

/** The identifiers among the properties of a tool's result. */
export const returnedIdentifiers = ({ outputs = [] }: SearchableTool): string[] => toKeys(outputs)

/** The words of the thing that a key identifies: `movie` of `movie id`. */
export const entityOf = (key: string): string[] => key.split(' ').slice(0, -1)

const endings = new Set(
  [
    'id',
    'ids',
    'key',
    'slug',
    'uuid',
    'guid',
    'number',
    'code',
    'token',
    'handle',
    'url',
    'arn',
    'sha',
  ].flatMap((word) => splitWords(word)),
)

/** Names that identify something: at least two words, the last of which is an identifier word. */
const toKeys = (names: readonly string[]): string[] => {
  const keys = names
    .map((name) => splitKey(name))
    .filter((words) => words.length > 1 && endings.has(words.at(-1) ?? ''))
  return [...new Set(keys.map((words) => words.join(' ')))].slice(0, mostKeys)
}

/** `movieId` is also one word to the index; here its parts are enough. */
const splitKey = (name: string): string[] =>
  splitWords(name.slice(0, 100).replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2'))
