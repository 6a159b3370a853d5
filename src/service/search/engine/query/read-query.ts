import { translate, translateWords } from '../languages/translate.ts'
import { splitWords } from '../words/split-words.ts'
import { actionBits } from './actions.ts'
import { findApps, type NamedApp } from './find-apps.ts'
import { findWish } from './find-wish.ts'
import { findPhrases, type PhraseHint } from './phrases.ts'
import { lightness } from './light-words.ts'
import { withoutAsking } from './read-action.ts'
import { readWanted } from './read-request.ts'
import { findValueKinds } from './value-kinds.ts'
import { readNames } from './read-names.ts'
import { splitValues } from './values.ts'
import { toStem } from '../words/stem.ts'
import { stopWords, politeWords } from './stop-words.ts'
import { mostClauses, splitClauses, splitSteps } from './split-clauses.ts'

/** A parsed use case, independent of any catalogue. */
export type Query = {
  /** The weight of each word, in order of appearance. */
  words: ReadonlyMap<string, number>
  /** The words of each step of a use case with several steps; empty for a single step. */
  clauses: readonly Pick<Query, 'words' | 'phrases'>[]
  /** What each of several steps asks for; empty for a single step. */
  steps: readonly string[]
  /** Phrases that imply other words. */
  phrases: readonly PhraseHint[]
  /** All words in their order, to find names in. */
  tokens: readonly string[]
  /** Which kind of action it asks for; 0 where it does not say. */
  action: number
  /** The word for what is to be acted on. */
  object?: string
  /**
   * Words of what a new thing is about: "an issue about the printer"; read when first asked, as few
   * requests are judged by them.
   */
  subject: () => ReadonlySet<string>
  /**
   * Words that are only written with a capital within a sentence; read when first asked, as few
   * requests are judged by them.
   */
  names: () => ReadonlySet<string>
  /** Whether it is in another language, of which the tables know some words. */
  isTranslated: boolean
  /** The verb that it begins with. */
  verb?: string
  /**
   * The apps that it names, whether there is a toolkit for them or not; looked for when first asked,
   * as few requests are judged by them.
   */
  apps: () => readonly NamedApp[]
  /** Adjacent words. */
  pairs: readonly (readonly [first: string, second: string])[]
}

/** Nobody describes a task in a longer text; the rest is data. */
export const longestUseCase = 10_000

/** Limit of distinct words that are looked up. */
const mostWords = 60

const mostTokens = 200

const politeWeight = 0.2

/** What was done to the things that a question is about says which, and not what to do. */
const doneWeight = 0.2

/** What the story around the wish of a long request counts, beside the wish. */
const storyWeight = 0.4

/** Values are data of the task; they seldom name a tool. */
export const valueWeight = 0.15

/** The name of a known field is weighted like a parameter's name; its value is ignored. */
const knownFieldWeight = 0.4

/** How much repetition adds to a word's weight; a use case says "user" five times and means one. */
const repetition = 0.3

export const readQuery = (useCase: string, knownFields = ''): Query =>
  read(useCase, knownFields, splitSteps)

/** A step of a use case, which has no further ones. */
export const readStep = (step: string): Query => read(step, '', () => [])

const read = (
  useCase: string,
  knownFields: string,
  stepsOf: (whole: string) => readonly string[],
): Query => {
  const given = useCase.slice(0, longestUseCase)
  const { text: whole, translated } = translateWords(given)
  const wholeTokens = splitWords(whole)
  const { text, tokens, order, words } = readWords(whole, wholeTokens)
  const said = [
    ...findPhrases(tokens),
    ...findCompounds(tokens.slice(0, mostTokens)),
    ...findValueKinds(whole),
    ...translated.slice(0, mostWords).map(({ original, english }) => ({
      heads: splitWords(original),
      words: splitWords(english),
      isVerb: false,
    })),
  ]
  for (const word of knownFieldWords(knownFields))
    if (!words.has(word)) words.set(word, knownFieldWeight)
  const wish = findWish(text)
  const asked = wish === undefined ? undefined : new Set(splitWords(wish))
  const phrases = asked ? said.map((phrase) => dampenPhrase(phrase, asked)) : said
  if (asked) dampenStory(words, asked)
  const wanted = readWanted(wish ?? text)
  for (const word of wanted.done ?? [])
    if (words.has(word) && actionBits(word) !== 0) words.set(word, doneWeight)
  return {
    words,
    clauses: readClauses(text),
    tokens: wholeTokens.slice(0, mostTokens),
    steps: stepsOf(whole),
    phrases,
    action:
      wanted.action ||
      phrases
        .filter(({ isVerb }) => isVerb)
        .flatMap(({ heads }) => heads)
        .reduce((bits, word) => bits | actionBits(word), 0),
    // The translation of a request keeps no order.
    ...(wanted.object && whole === given && { object: wanted.object.word }),
    ...(wanted.verb !== undefined && whole === given && { verb: wanted.verb }),
    subject: once(() => readSubject(text)),
    names: once(() => readNames(given)),
    isTranslated: whole !== given,
    apps: once(() => findApps(splitValues(given).rest)),
    pairs: pairsOf(order),
  }
}

/** What a long request tells around its wish says what it is about, and not what to do. */
const dampenStory = (words: Map<string, number>, asked: ReadonlySet<string>): void => {
  for (const [word, weight] of words) if (!asked.has(word)) words.set(word, weight * storyWeight)
}

const dampenPhrase = (phrase: PhraseHint, asked: ReadonlySet<string>): PhraseHint =>
  phrase.words.every((word) => asked.has(word))
    ? phrase
    : { ...phrase, weight: (phrase.weight ?? 1) * storyWeight }

/** After it comes what a message or an issue says, or is called. */
const beforeSubject = /\b(?:about|regarding|concerning|that|because|saying|titled|called|named)\b/i

const readSubject = (text: string): ReadonlySet<string> => {
  const marker = beforeSubject.exec(text)
  if (!marker) return new Set()
  const before = new Set(splitWords(text.slice(0, marker.index)))
  return new Set(splitWords(text.slice(marker.index)).filter((word) => !before.has(word)))
}

/** A request without its values, and the weights of its words and of those of its values. */
const readWords = (whole: string, wholeTokens: readonly string[]) => {
  const { rest: text, values } = splitValues(withoutAsking(whole))
  const tokens = text === whole ? wholeTokens : splitWords(text)
  const order = tokens.filter((word) => !stopWords.has(word))
  const words = weighWords(order)
  for (const word of splitWords(values))
    if (!words.has(word) && !stopWords.has(word) && words.size < mostWords)
      words.set(word, valueWeight)
  return { text, tokens, order, words }
}

const readClauses = (text: string): Query['clauses'] => {
  const texts = splitClauses(text)
  if (texts.length < 2) return []
  const clauses = texts
    .map((clause) => splitWords(clause))
    .map((own) => ({ own, words: weighWords(own.filter((word) => !stopWords.has(word))) }))
    .filter(({ words }) => words.size >= 2)
    .slice(0, mostClauses)
  return clauses.length < 2
    ? []
    : clauses.map(({ own, words }) => ({ words, phrases: findPhrases(own) }))
}

const once = <Value extends object>(make: () => Value): (() => Value) => {
  let made: Value | undefined
  return () => (made ??= make())
}

/** What two words are in one: "check in" is also "checkin". */
const findCompounds = (tokens: readonly string[]): PhraseHint[] =>
  tokens.slice(1).map((second, at) => {
    const first = tokens[at] ?? ''
    return { heads: [toStem(`${first}${second}`)], words: [first, second], isVerb: false }
  })

/** The distinct words of a use case that can distinguish tools, in order, as indexed. */
export const toQueryWords = (useCase: string): string[] => {
  const whole = translate(useCase.slice(0, longestUseCase))
  return [...readWords(whole, splitWords(whole)).words.keys()]
}

const weighWords = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) {
    if (counts.size < mostWords || counts.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Map(
    [...counts].map(([word, count]) => [
      word,
      (politeWords.has(word) ? politeWeight : lightness(word)) * (1 + repetition * Math.log(count)),
    ]),
  )
}

const knownFieldWords = (knownFields: string): string[] =>
  knownFields
    .slice(0, longestUseCase)
    .split(/[,;\n]/)
    .flatMap((field) => splitWords(field.split(/[:=]/, 1)[0] ?? ''))
    .filter((word) => !stopWords.has(word))
    .slice(0, mostWords)

const pairsOf = (words: readonly string[]): [string, string][] => {
  const pairs: [string, string][] = []
  for (const [index, word] of words.slice(0, 3 * mostWords).entries()) {
    const before = words[index - 1]
    if (before !== undefined && before !== word) pairs.push([before, word])
  }
  return pairs
}
