import { appNames, longestAppName, wordyAppNames } from '../words/apps.ts'
import { splitWords } from '../words/split-words.ts'

/** An app that a request names as the place or the means of what is to be done. */
export type NamedApp = {
  /** The words of its name, as indexed. */
  words: readonly string[]
  /** Whether it is known for an app; otherwise it only stands where one would. */
  isKnown: boolean
}

/** What is done there is done in the app, in the languages of the tables. */
const places = new Set(
  'in on via through using at into auf über ueber bei sur dans en em no na'.split(' '),
)

/** Before a name that is no place, no time and hardly a person. */
const tools = new Set(['via', 'through', 'using'])

/** What an app is used for, where the name is known for one. */
const means = new Set('with to mit con com avec'.split(' '))

/** Before a counterparty or a subject: "the invoice from Apple", "an article about Reddit". */
const subjects = new Set(
  'from by of for about against and or as than like called named von für di de del par pour por sobre'.split(
    ' ',
  ),
)

/** Who writes, pays and is paid; what is sent to a company is not sent in an app. */
const correspondence =
  /\b(?:send|mail|email|e-mail|write|reply|answer|forward|invoice|bill|pay|refund|call|invite|schick|sende)\w*\b/i

/** The first words of a text are not looked at for names that stand only where one would. */
const token = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu

const isCapitalized = (word: string): boolean => /^\p{Lu}/u.test(word)

const fold = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/['’]s$/g, '')

/** Longer texts are data. */
const mostTokens = 200

/** The apps that a request without its values names. */
export const findApps = (text: string): NamedApp[] => {
  const tokens = (text.match(token) ?? []).slice(0, mostTokens)
  const found: NamedApp[] = []
  for (let at = 0; at < tokens.length; at++) {
    const length = knownLength(tokens, at)
    const name = tokens.slice(at, at + Math.max(1, length))
    const before = fold(tokens[at - 1] ?? '')
    if (length > 0 && isPlace(tokens, at, name, text)) {
      found.push({ words: splitWords(name.join(' ')), isKnown: true })
      at += length - 1
    } else if (length === 0 && tools.has(before) && /^\p{Lu}\S*\p{Ll}/u.test(name[0] ?? ''))
      found.push({ words: splitWords(name[0] ?? ''), isKnown: false })
  }
  return found
}

/** How many tokens from here are the name of an app; 0 for none. */
const knownLength = (tokens: readonly string[], at: number): number => {
  for (let length = longestAppName; length > 0; length--) {
    const some = tokens.slice(at, at + length)
    if (some.length < length) continue
    const name = some.map((word) => fold(word).replaceAll(/[^a-z0-9]+/g, ' ')).join(' ')
    if (appNames.has(name)) return length
    if (wordyAppNames.has(name) && at > 0 && some.every((word) => isCapitalized(word)))
      return length
  }
  return 0
}

const isPlace = (
  tokens: readonly string[],
  at: number,
  name: readonly string[],
  text: string,
): boolean => {
  const before = fold(tokens[at - 1] ?? '')
  if (places.has(before)) return true
  const isClear = appNames.has(name.map((word) => fold(word)).join(' '))
  if (means.has(before)) return before !== 'to' || !correspondence.test(text)
  return isClear && !subjects.has(before)
}
