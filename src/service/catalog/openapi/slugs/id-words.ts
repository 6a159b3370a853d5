import { isPlural, sameNoun, singular } from './number.ts'
import type { ParsedSource } from './slug-source.ts'
import { beginsNames, nounLike, verbs } from './verbs.ts'
import { isArticle, prepositions, wordsOfName, wordsOfText } from './words.ts'

/** Words that describe the manner and precede the verb. */
export const manner: ReadonlySet<string> = new Set(
  'batch bulk force mass multi permanently quick'.split(' '),
)

/**
 * An operationId as segments of words: `users.messages.send` has three, `listOpen` one. Underscores
 * separate segments where the words are written otherwise: `droplets_list_byTag`.
 */
export const idSegments = (operationId: string): string[][] => {
  const parts = operationId.replace(/-(?=[0-9a-f]*\d)[0-9a-f]{4}$/, '').split(/[./:#]+/)
  const [only = ''] = parts
  const isMixed = parts.length === 1 && /_/.test(only) && /[a-z][A-Z]/.test(only)
  const isResourceFirst =
    parts.length === 1 && /_/.test(only) && !verbs.has(only.split('_')[0] ?? '')
  return (isMixed || isResourceFirst ? only.split('_') : parts)
    .map((part) => wordsOfName(part).filter((word, index, all) => !isEmpty(word, all[index + 1])))
    .filter((words) => words.length > 0)
}

/** Words of an operationId that say nothing of what the operation does; "A/B tests" has an A. */
const isEmpty = (word: string, next: string | undefined): boolean =>
  word === 'controller' ||
  word === 'deprecated' ||
  (isArticle(word) && next !== undefined && next.length > 1)

export type IdName = {
  /** The verb with its manner, the things before it (outermost first), and what follows it. */
  verb: string[]
  things: string[][]
  rest: string[]
  /** Whether the verb has an object of its own, as in `users.setPresence`. */
  hasObject: boolean
}

/**
 * The name that an operationId is, in the author's words and order: `failThing` -> fail thing.
 *
 * Only where things precede the verb, the verb moves to the front: `users.messages.send` -> send
 * user message, `order-cancel` -> cancel order. Undefined when there is no verb.
 */
export const idName = (source: ParsedSource): IdName | undefined => {
  const parts = splitAction(source)
  if (!parts || isMethodAlone(parts, source)) return undefined
  const { resources, action } = parts
  const end = action.findIndex((word) => !manner.has(word)) + 1
  const [verb, rest] = [action.slice(0, end), action.slice(end)]
  if (resources.length === 0)
    return action.length < 2
      ? undefined
      : { verb, things: [], rest: asListed(verb, rest, source), hasObject: true }
  const named = withoutRepeats(resources, source)
  const parents = named.slice(0, -1).map(inSingular)
  const last = named.at(-1) ?? []
  if (rest.length === 0 || rest.join() === 'all' || prepositions.has(rest[0] ?? '')) {
    const [noun = ''] = last.slice(-1)
    const thing = [...last.slice(0, -1), numberOf(noun, action, source)]
    return rest.join() === 'all'
      ? { verb: [...verb, 'all'], things: [...parents, last], rest: [], hasObject: false }
      : { verb, things: [...parents, asListed(verb, thing, source)], rest, hasObject: false }
  }
  const things = [...parents, inSingular(last)].filter(
    (words) => !words.every((word) => rest.some((other) => sameNoun(word, other))),
  )
  const object = rest.at(-1) ?? ''
  const isOne = isOfOne(object, source) || (verb.at(-1) === 'create' && source.method === 'POST')
  const own = isOne ? inSingular(rest) : asListed(verb, rest, source)
  return { verb, things, rest: own, hasObject: true }
}

/** `dropletActions_post_byTag` names no action, only the method. */
const isMethodAlone = ({ action: [verb, next] }: Parts, { method }: ParsedSource): boolean =>
  (verb === 'post' || verb === 'put') &&
  verb === method.toLowerCase() &&
  (next === undefined || prepositions.has(next))

export const wordsOfId = ({ verb, things, rest }: IdName): string[] => [
  ...verb,
  ...things.flat(),
  ...rest,
]

const inSingular = (words: string[]): string[] => [
  ...words.slice(0, -1),
  singular(words.at(-1) ?? ''),
]

/** `ListAccount` of `/accounts` -> list accounts. */
const asListed = (verb: string[], words: string[], { segments }: ParsedSource): string[] => {
  const last = segments.findLast(({ isParameter }) => !isParameter)?.words.at(-1) ?? ''
  const isListed = verb.join() === 'list' && sameNoun(last, words.at(-1) ?? '')
  return isListed ? [...words.slice(0, -1), last] : words
}

/** `users.user.calendar` -> user calendar; `usersIdFollow`, with the id in the path -> users. */
const withoutRepeats = (things: string[][], { segments }: ParsedSource): string[][] => {
  const hasParameter = segments.some(({ isParameter }) => isParameter)
  const named = things
    .map((words) =>
      words.length > 1 && hasParameter ? words.filter((word) => word !== 'id') : words,
    )
    .filter((words) => words.length > 0)
  return named.filter(
    (words, index) => inSingular(words).join() !== inSingular(named[index + 1] ?? []).join(),
  )
}

type Parts = { resources: string[][]; action: string[] }

const splitAction = (source: ParsedSource): Parts | undefined => {
  const { id: segments } = source
  const last = segments.length - 1
  const at = (index: number): Parts => ({
    resources: segments.slice(0, index),
    action: segments.slice(index).flat(),
  })
  const words = segments.flat()
  // `domains_create_record`: "record" may be a verb, "create" is one.
  const middle = /[./:#]/.test(source.operationId)
    ? -1
    : segments.findIndex(
        (own, index) => index > 0 && index < last && own.length === 1 && verbs.has(own[0] ?? ''),
      )
  if (middle > 0) return at(middle)
  if (last > 0 && (beginsWithVerb(segments[last] ?? []) || isAction(segments[last], source)))
    return at(last)
  if (beginsWithVerb(words) && !isNamedThing(words, source)) return at(0)
  const inner = segments.findLastIndex(([first = ''], index) => index > 0 && isStrong(first))
  if (inner > 0) return at(inner)
  if (last === 0 && isStrong(words[1]) && isNamedThing(words, source))
    return { resources: [words.slice(0, 1)], action: words.slice(1) }
  return verbAtEnd(words, source) ?? (last === 0 && isAuthored(words, source) ? at(0) : undefined)
}

/** What the path calls an action is one, known or not: `/keys/{id}:obliterate`. */
const isAction = (words: string[] | undefined, { segments }: ParsedSource): boolean => {
  const tail = segments.at(-1)
  return tail?.isAction === true && tail.words.join() === words?.join()
}

const beginsWithVerb = (words: string[]): boolean => {
  const first = words.find((word) => !manner.has(word))
  return first !== undefined && verbs.has(first)
}

/**
 * `order-cancel`, `listAddMember` of `/lists/{id}/members`: the first word is a thing, though it may
 * be a verb. `listOpen` lists.
 */
const isNamedThing = (words: string[], { method, segments }: ParsedSource): boolean => {
  const [first = '', second, ...more] = words
  if (!nounLike.has(first) || second === undefined) return false
  const last = more.at(-1) ?? second
  if (isStrong(last) && !beginsNames.has(first)) return true
  const isOfPath = segments
    .slice(0, -1)
    .some(({ words: own, isParameter }) => !isParameter && sameNoun(own.join(' '), first))
  return isOfPath && (isStrong(second) || (method !== 'GET' && verbs.has(last)))
}

const isStrong = (word: string | undefined): boolean =>
  word !== undefined && verbs.has(word) && !nounLike.has(word)

const verbAtEnd = (words: string[], { method, segments }: ParsedSource): Parts | undefined => {
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  if (before.length === 0 || !verbs.has(last)) return undefined
  const [tail] = segments.at(-1)?.words ?? []
  const isVerb =
    !nounLike.has(last) ||
    (last === 'list' ? isPlural(before.at(-1) ?? '') : method !== 'GET' && tail === last)
  return isVerb ? { resources: [before], action: [last] } : undefined
}

/**
 * Whether a name may begin with a verb that is not in the list: `frobThing` of `POST /things`, or of
 * `GET /frob`.
 */
const isAuthored = (words: string[], { method, segments }: ParsedSource): boolean => {
  const [first = ''] = words
  const literals = segments.filter(({ isParameter }) => !isParameter)
  const isNamed = literals.some(({ words: named }) => sameNoun(named[0] ?? '', first))
  if (words.length < 2 || (method !== 'GET' && method !== 'POST')) return false
  return method === 'GET' ? isNamed && literals.length === 1 : !isNamed
}

/** Whether the path picks one of them: `/users/{id}`. */
const isOfOne = (noun: string, { segments }: ParsedSource): boolean =>
  segments.some(
    ({ words }, index) => sameNoun(words.at(-1) ?? '', noun) && segments[index + 1]?.isParameter,
  )

/** The number in which the summary or description writes a word; else what the path suggests. */
const numberOf = (noun: string, action: string[], source: ParsedSource): string => {
  if (action.some((word) => word === 'list' || word === 'search')) return noun
  const isPicked = isOfOne(noun, source)
  const isGotByParameter = isPicked || source.segments.at(-1)?.isParameter === true
  if (action[0] === 'get' && !isGotByParameter) return noun
  const text = wordsOfText(source.summary || source.sentence)
  const written = text.find((word) => sameNoun(word, noun))
  if (written !== undefined) return written
  const isOne = isPicked || action.some((word) => /^(create|insert|add)$/.test(word))
  return isOne && !action.some((word) => manner.has(word)) ? singular(noun) : noun
}
