import { splitWords, toWordSet } from './words/split-words.ts'
import { toStem } from './words/stem.ts'
import type { SearchableTool } from './tool.ts'

/** A part of a tool's text, and the weight of a word in it. */
export type Field = {
  name: string
  weight: number
  /** Words after this number are not indexed. */
  limit: number
  /** Whether word order is indexed too, to find adjacent words. */
  keepsOrder?: true
  /**
   * Whether the field counts towards the length of a tool's text; in a longer text each word says
   * less about the tool.
   */
  isMeasured?: true
  /**
   * The usual number of words; each additional word lowers the weight: "list issues" names its tool
   * better than "list comments of issue".
   */
  usualLength?: number
  /**
   * Whether only words count that no field before has: what repeats a tool's own text says nothing
   * new, and would change its rank all the same.
   */
  addsWords?: true
  words: (tool: SearchableTool) => string[]
  /** The texts whose word order is indexed, if they are not the words. */
  texts?: (tool: SearchableTool) => string[][]
}

export const fields: readonly Field[] = [
  {
    name: 'name',
    weight: 3,
    limit: 40,
    usualLength: 4,
    keepsOrder: true,
    isMeasured: true,
    words: (tool) => unite(...namesOf(tool)),
    texts: (tool) => namesOf(tool),
  },
  {
    name: 'toolkit',
    weight: 1,
    limit: 20,
    keepsOrder: true,
    isMeasured: true,
    words: ({ toolkit, toolkitName }) => unite(split(toolkit, 200), split(toolkitName, 200)),
  },
  {
    name: 'description',
    weight: 1,
    limit: 250,
    keepsOrder: true,
    isMeasured: true,
    words: ({ description }) => split(description, 2000),
  },
  {
    name: 'parameters',
    weight: 0.5,
    limit: 150,
    words: ({ parameters }) =>
      splitAll(
        parameters.map(({ name }) => name),
        100,
      ),
  },
  {
    name: 'parameter descriptions',
    weight: 0.3,
    limit: 400,
    // What a recipe says of an argument is short, and meant for this.
    words: ({ parameters, isFeatured }) =>
      splitAll(
        parameters.map(({ description }) => description),
        isFeatured ? 1000 : 300,
      ),
  },
  {
    name: 'tags',
    weight: 1.6,
    limit: 150,
    keepsOrder: true,
    // Both are words that the author of a recipe chose to have it found by.
    words: ({ tags = [], chosenUseCases = [] }) => splitAll([...tags, ...chosenUseCases], 200),
    // Which use case is the request is asked of these alone: a model writes from texts of third parties.
    texts: ({ chosenUseCases = [] }) =>
      chosenUseCases.slice(0, mostUseCases).map((text) => split(text, 200)),
  },
  { name: 'outputs', weight: 0.2, limit: 100, words: ({ outputs = [] }) => splitAll(outputs, 100) },
  {
    name: 'use cases',
    weight: 0.8,
    limit: 150,
    addsWords: true,
    words: ({ useCases = [] }) => [...new Set(splitAll(useCases, 200))],
  },
]

const bitOf = (name: string): number => 1 << fields.findIndex((field) => field.name === name)

/** Marks the postings of words in use cases, among the fields of a posting. */
export const useCasesBit = bitOf('use cases')

/** Marks those of words that were chosen to have the tool found by. */
export const chosenBits = bitOf('name') | bitOf('toolkit') | bitOf('tags') | useCasesBit

/** Only the beginning of an overlong text is indexed. */
const split = (text: string | undefined, limit: number): string[] =>
  splitWords((text ?? '').slice(0, limit))

const mostUseCases = 40

/** Limit of parameters, tags or outputs per tool. */
const mostTexts = 200

const splitAll = (texts: readonly (string | undefined)[], limit: number): string[] =>
  texts.slice(0, mostTexts).flatMap((text) => split(text, limit))

/** Its name, and its slug without the toolkit; they usually repeat each other. */
const namesOf = (tool: SearchableTool): [string[], string[]] => [
  withParticles(split(tool.name, 200)),
  withParticles(split(slugOf(tool), 200)),
]

/** They are too frequent to be indexed alone, and make another word of the one beside them. */
const particles = toWordSet('on off in out up down over back')

/** "List on calls" is also about "oncall", and "check in" about "checkin". */
const withParticles = (words: string[]): string[] => [
  ...words,
  ...words.slice(1).flatMap((second, at) => {
    const first = words[at] ?? ''
    return particles.has(first) || particles.has(second) ? [toStem(`${first}${second}`)] : []
  }),
]

/** Its slug without the toolkit. */
export const slugOf = ({ slug, toolkit }: SearchableTool): string => {
  const prefix = `${toolkit}_`
  return slug.toUpperCase().startsWith(prefix.toUpperCase()) ? slug.slice(prefix.length) : slug
}

const unite = (first: string[], second: string[]): string[] => [
  ...first,
  ...second.filter((word) => !first.includes(word)),
]
