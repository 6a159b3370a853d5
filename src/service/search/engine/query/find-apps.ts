import { appNames, longestAppName, wordyAppNames } from '../words/apps.ts'
import { splitWords } from '../words/split-words.ts'

/** An app that a request names as the place or the means of what is to be done. */
export type NamedApp = {
  /** The words of its name, as indexed. */
  words: readonly string[]
  /** Whether it is known for an app; otherwise it only stands where one would. */
  isKnown: boolean
}

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** What is done there is done in the app, in the languages of the tables. */
const places = toSet('in on via through using at into auf uber bei sur dans en em no na')

/** Before a name that is no place, no time and hardly a person, known or not. */
const tools = toSet('via through using')

/** What a known app is used for, or where something is put. */
const means = toSet('with to mit con com avec')

/** Before what is in a known app, or is one: "the Trello board", "an Uber". */
const determiners = toSet(
  'a an the my our your his her their this that these those all any new another which what whose ein eine einen mein meine den das die un une mon ma el la los mi uma meu minha il le',
)

/** Before a name that is a word of English as well: "a Linear issue", and German writes all nouns so. */
const englishDeterminers = toSet('a an the my our your his her their this that')

/** What is sent to a company is not sent in an app. */
const correspondence =
  /\b(?:send|mail|email|e-mail|write|reply|answer|forward|invoice|bill|pay|refund|call|invite|schick|sende)\w*\b/i

const token = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu

const isCapitalized = (word: string): boolean => /^\p{Lu}/u.test(word)

/** As the names of apps are written in their table. */
const toPlain = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replace(/['’]s$/, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')

/** Longer texts are data. */
const mostTokens = 200

/** The apps that a request without its values names. */
export const findApps = (text: string): NamedApp[] => {
  const tokens = (text.match(token) ?? []).slice(0, mostTokens)
  const plain = tokens.map(toPlain)
  const found: NamedApp[] = []
  for (let at = 0; at < tokens.length; at++) {
    const before = plain[at - 1] ?? ''
    const length = knownLength(tokens, plain, at)
    const isMeant =
      length > 0
        ? isPlaceOrMeans(plain.slice(at, at + length), before, text, at <= 1) ||
          isOfApp(before, tokens[at + length] ?? '')
        : tools.has(before) && /^\p{Lu}\S*\p{Ll}/u.test(tokens[at] ?? '')
    if (!isMeant) continue
    const name = tokens.slice(at, at + Math.max(1, length)).join(' ')
    found.push({ words: splitWords(name), isKnown: length > 0 })
    at += Math.max(0, length - 1)
  }
  return found
}

/** How many tokens from here are the name of an app; 0 for none. */
const knownLength = (tokens: readonly string[], plain: readonly string[], at: number): number => {
  for (let length = Math.min(longestAppName, tokens.length - at); length > 0; length--) {
    const name = plain.slice(at, at + length).join(' ')
    if (appNames.has(name) || (length === 1 && appNames.has(splitCapitals(tokens[at] ?? ''))))
      return length
    // The first word of a sentence says nothing by its capital.
    const isWritten = at > 0 && tokens.slice(at, at + length).every(isCapitalized)
    if (isWritten && wordyAppNames.has(name)) return length
  }
  return 0
}

/** "My Outlook inbox": what follows is in the app. */
const isOfApp = (before: string, after: string): boolean =>
  englishDeterminers.has(before) &&
  /^\p{Ll}{3,}/u.test(after) &&
  !places.has(after) &&
  !means.has(after)

/** "ProtonMail" is "Proton Mail". */
const splitCapitals = (word: string): string =>
  toPlain(word.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))

const isPlaceOrMeans = (
  name: readonly string[],
  before: string,
  text: string,
  isStart: boolean,
): boolean => {
  if (places.has(before)) return true
  if (means.has(before)) return before !== 'to' || !correspondence.test(text)
  return appNames.has(name.join(' ')) && (isStart || determiners.has(before))
}
