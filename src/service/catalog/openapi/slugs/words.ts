import { nounLike, verbs } from './verbs.ts'

/**
 * Lower-case words of prose: "Get a repository's README" -> get a repository readme. A leading mark
 * ("[Deprecated] …") is dropped.
 */
export const wordsOfText = (text: string): string[] =>
  toWords(
    text
      .replace(/^\s*(\[[^\]]*\]|\([^)]*\)|deprecated:?)\s*/i, '')
      .replace(/['’`]s\b/g, '')
      .replace(/['’`]/g, ''),
  )

/** Lower-case words of an identifier: `issues/listForRepo` -> issues list for repo. */
export const wordsOfName = (name: string): string[] =>
  toWords(
    name
      .replace(/([A-Z]+)s(?![a-z])/g, (plural) => plural.charAt(0) + plural.slice(1).toLowerCase())
      .replace(/OAuth/g, 'Oauth')
      .replace(/GitHub/g, 'Github')
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2'),
  )

const toWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

const articles = new Set(['a', 'an', 'the'])

export const withoutArticles = (words: string[]): string[] =>
  words.filter((word) => !articles.has(word))

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
  if (plain !== undefined && nounLike.has(plain) && second !== 'all' && !articles.has(second ?? ''))
    return undefined
  return plain
}
