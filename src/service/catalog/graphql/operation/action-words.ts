import { nounLike, verbs } from '../../openapi/slugs/verbs.ts'
import { leadingVerb, wordsOfName, wordsOfText } from '../../openapi/slugs/words.ts'
import type { SchemaField } from '../schema/graphql-schema.ts'
import { isDestructiveVerb } from './is-destructive-verb.ts'

export type OperationKind = 'query' | 'mutation'

/** Where an API writes the verb of its mutations: `issueCreate`, or `createIssue`. */
type VerbPlace = 'first' | 'last'

/**
 * The words of an operation's slug, verb first: `issueCreate` -> create issue, `issues` -> list
 * issues, `issue` -> get issue.
 *
 * The author's order is kept except for the verb. `isList`: whether a query answers a list.
 */
export const actionWords = (
  kind: OperationKind,
  field: Pick<SchemaField, 'name' | 'description'>,
  { isList, place }: { isList: boolean; place: VerbPlace },
): { words: string[]; verb: string } => {
  const words = wordsOfName(field.name)
  const { index, verb } =
    kind === 'query' ? verbOfQuery(words, isList) : verbOfMutation(words, field.description, place)
  return { verb, words: [verb, ...words.filter((_, other) => other !== index)] }
}

/** Whether most names of an API's mutations begin or end with their verb. */
export const verbPlaceOf = (mutations: readonly Pick<SchemaField, 'name'>[]): VerbPlace => {
  const places = mutations.map(({ name }) => {
    const words = wordsOfName(name)
    return Number(isVerb(words.at(-1))) - Number(isVerb(words[0]))
  })
  return places.reduce((sum, place) => sum + place, 0) > 0 ? 'last' : 'first'
}

/** More often things than actions, at whatever place of a name. */
const nouns = new Set(['issue'])

/** Things at the start of a name: `pushSubscriptionCreate`. */
const startingNouns = new Set(['push', 'enrich'])

const isAnyVerb = (word: string | undefined): word is string =>
  word !== undefined &&
  !nouns.has(word) &&
  // `reassign`, `unsync`.
  (verbs.has(word) || verbs.has(word.replace(/^(?:re|un)/, '')))

/** A verb wherever it stands. */
const isVerb = (word: string | undefined): word is string =>
  isAnyVerb(word) && !nounLike.has(word) && !startingNouns.has(word)

type Found = { index?: number; verb: string }

const verbOfMutation = (words: string[], description: string, place: VerbPlace): Found => {
  const index = verbOfName(words, place)
  const verb = index === undefined ? undefined : words[index]
  // Where the other names of this API have theirs, a verb is one.
  const isUsual =
    place === 'first' ? isVerb(words[0]) : isVerb(words.at(-1)) && !isVerb(words.at(-2))
  if (index !== undefined && verb !== undefined && isUsual) return { index, verb }
  const prose = wordsOfText(description.slice(0, 200))
  const said = verbOfText(prose)
  const stated = words.findIndex(
    (word) => word === said || (isAnyVerb(word) && formsOf(prose[0]).includes(word)),
  )
  if (stated >= 0) return { index: stated, verb: words[stated] ?? '' }
  if (index === undefined || verb === undefined) return { verb: said ?? 'run' }
  // `organizationDeleteChallenge` requests a code: within a name a verb can be a part of a noun.
  const isOuter = index === 0 || index === words.length - 1
  const isClear =
    isOuter ||
    follows.has(words[index + 1] ?? '') ||
    (isVerb(verb) && !isDestructiveVerb(verb)) ||
    said === undefined
  return isClear ? { index, verb } : { verb: said }
}

/** Words that follow a verb: `releaseSyncByAccessKey`. */
const follows = new Set(['by', 'to', 'from', 'for', 'on', 'in', 'with', 'all'])

/** "Marks" -> marks, mark. */
const formsOf = (word = ''): string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
]

const verbOfName = (words: string[], place: VerbPlace): number | undefined => {
  const last = words.length - 1
  const [begins, ends] = [isVerb(words[0]), isVerb(words[last])]
  // `organizationCancelDelete` cancels what `organizationDelete` began.
  const ending = last > 1 && isVerb(words[last - 1]) ? last - 1 : last
  if (begins && ends) return place === 'first' ? 0 : ending
  if (begins) return 0
  if (ends) return ending
  const within = words.findIndex(isVerb)
  if (within > 0) return within
  if (place === 'first' && isAnyVerb(words[0])) return 0
  if (isAnyVerb(words[last])) return last
  const noun = words.findIndex((word, index) => index > 0 && isAnyVerb(word))
  if (noun > 0) return noun
  return isAnyVerb(words[0]) ? 0 : undefined
}

/** The name of a query is a noun, unless it says in which other way something is read. */
const verbOfQuery = (words: string[], isList: boolean): Found => {
  const last = words.length - 1
  const [first = ''] = words
  if (words[last] === 'search') return { index: last, verb: 'search' }
  if (last > 0 && (isVerb(first) || first === 'search' || first === 'list'))
    return { index: 0, verb: first }
  return { verb: isList ? 'list' : 'get' }
}

/** "Creates a reminder" -> create, "Integrates the organization" -> integrate. */
const verbOfText = (words: string[]): string | undefined => {
  const [first = '', second = ''] = words
  const isFollowed = /^(?:a|an|the|all|your)$/.test(second)
  return leadingVerb(words) ?? (isFollowed && /[^s]s$/.test(first) ? first.slice(0, -1) : undefined)
}
