import { nounLike, verbs } from './verbs.ts'

/**
 * Lower-case words of prose: "Get a repository's README" -> get a repository readme. A mark before
 * or after it ("[Deprecated] …"), mark-up and notes in parentheses are dropped; "re-run" is one word.
 */
export const wordsOfText = (text: string): string[] =>
  toWords(
    text
      .replace(/^\s*(\[[^\]]*\]|\([^)]*\)|deprecated:?)\s*/i, '')
      .replace(/\s\[[^\]]*\]\s*$/, '')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\[([^\][]*)\]\([^()]*\)/g, '$1')
      .replace(/\([^()]*\)/g, ' ')
      .replace(/['’`]s\b/g, '')
      .replace(/['’`]/g, '')
      .replace(/\b(re|un|de|co|pre|e)-(?=[a-z])/gi, '$1')
      .replace(/\b[a-z]{2,}(?:[A-Z][a-z0-9]+)+\b/g, splitCase),
  )

/** An identifier in prose: teamsAppIcon -> teams App Icon, while PayPal stays. */
const splitCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2')

/** Lower-case words of an identifier: `issues/listForRepo` -> issues list for repo. */
export const wordsOfName = (name: string): string[] =>
  joinPrefixes(
    toWords(
      name
        .replace(
          /([A-Z]+)s(?![a-z])/g,
          (plural) => plural.charAt(0) + plural.slice(1).toLowerCase(),
        )
        .replace(/OAuth/g, 'Oauth')
        .replace(/GitHub/g, 'Github')
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2'),
    ),
  )

const toWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** `re-run-workflow` -> rerun workflow: cut apart, the prefix says nothing. */
const joinPrefixes = (words: string[]): string[] =>
  words.flatMap((word, index) => {
    const before = words[index - 1]
    if (isPrefix(word) && isJoined(word, words[index + 1])) return []
    return before !== undefined && isPrefix(before) && isJoined(before, word) ? before + word : word
  })

const isPrefix = (word: string): boolean => word === 're' || word === 'un' || word === 'de'

const isJoined = (prefix: string, word: string | undefined): boolean =>
  word !== undefined && (verbs.has(prefix + word) || verbs.has(word))

const articles = new Set(['a', 'an', 'the'])

export const isArticle = (word: string | undefined): boolean =>
  word !== undefined && articles.has(word)

export const withoutArticles = (words: string[]): string[] =>
  words.filter((word) => !articles.has(word))

export const prepositions: ReadonlySet<string> = new Set(
  'about across against as at between by during for from in into of off on onto out over per since through to under until via with within without'.split(
    ' ',
  ),
)

/** The verb that prose begins with, in its plain form ("Lists all …" -> list), or undefined. */
export const leadingVerb = ([first, second]: string[]): string | undefined => {
  if (first === undefined) return undefined
  if (verbs.has(first)) return first
  const plain = [
    first.replace(/s$/, ''),
    first.replace(/es$/, ''),
    first.replace(/ies$/, 'y'),
  ].find((form) => form !== first && verbs.has(form))
  // "Creates …" is a verb; "Tests …" is one only before an article.
  if (plain !== undefined && nounLike.has(plain) && !isObjectStart(first, second)) return undefined
  return plain ?? gerund(first, second)
}

/** Plurals that name no things at the beginning of a sentence. */
const rarelyPlural = new Set(['updates', 'sets', 'checks', 'searches', 'uploads'])

const isObjectStart = (first: string, second: string | undefined): boolean =>
  second !== undefined &&
  (rarelyPlural.has(first) || second === 'all' || second === 'for' || articles.has(second))

/** "Deleting droplets" -> delete; "Billing address" and "Following by user" stay nouns. */
const gerund = (first: string, second: string | undefined): string | undefined =>
  second === undefined ? undefined : gerunds.get(first)

const gerunds = new Map([
  ['adding', 'add'],
  ['creating', 'create'],
  ['deleting', 'delete'],
  ['getting', 'get'],
  ['listing', 'list'],
  ['removing', 'remove'],
  ['retrieving', 'retrieve'],
  ['updating', 'update'],
])
