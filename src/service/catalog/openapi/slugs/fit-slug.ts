import { shortHash } from './short-hash.ts'
import { prepositions } from './words.ts'

const maximumSlugLength = 64

const toSlug = (toolkit: string, words: string[]): string =>
  [toolkit.replaceAll('-', '_'), ...words].join('_').toUpperCase()

const isSmall = (word: string): boolean => prepositions.has(word) || word === 'and' || word === 'or'

/**
 * The slug of these words, without small words if necessary; undefined when it is still too long.
 */
export const fitSlug = (toolkit: string, words: string[]): string | undefined =>
  [words, words.filter((word) => !isSmall(word))]
    .filter((wanted) => wanted.length > 0)
    .map((wanted) => toSlug(toolkit, wanted))
    .find((slug) => slug.length <= maximumSlugLength)

/** A verb, and things from the outermost to the one that is meant. */
export type Chain = { verb: string[]; things: string[][] }

/**
 * Names without some of the outer things: list user calendar events -> list calendar events, list
 * user events. Those that are too long for a slug are left out, since a path may have any length.
 */
export const innerNames = ({ verb, things }: Chain): string[][] => {
  const [outermost = [], ...others] = things
  const inner = fittingEnds(others)
  return [
    ...inner.map((kept) => [...verb, ...kept.flat()]),
    ...inner
      .filter((kept) => kept.length < others.length)
      .map((kept) => [...verb, ...outermost, ...kept.flat()]),
  ]
}

/** The same without single words, where things leave no way to tell names apart. */
export const shorterNames = ({ verb, things }: Chain): string[][] =>
  fittingEnds(things.flat().slice(1)).map((kept) => [...verb, ...kept])

/** The ends of a list whose words, but for small ones, can be part of a slug: the longest first. */
const fittingEnds = <Part extends string | string[]>(parts: readonly Part[]): Part[][] => {
  let length = 0
  let start = parts.length
  while (start > 0 && length <= maximumSlugLength) {
    start -= 1
    for (const word of [parts[start] ?? []].flat()) if (!isSmall(word)) length += word.length + 1
  }
  return parts.slice(start).map((_, index, near) => near.slice(index))
}

/** The slug of as many of the words as fit, with `ending`; a small word does not come last. */
export const cutSlug = (toolkit: string, words: string[], ending: string[] = []): string => {
  const kept: string[] = []
  for (const word of words) {
    if (toSlug(toolkit, [...kept, word, ...ending]).length > maximumSlugLength) break
    kept.push(word)
  }
  while (kept.length > 1 && isSmall(kept.at(-1) ?? '')) kept.pop()
  return toSlug(toolkit, [...kept, ...ending])
}

export const fitsWithHash = (toolkit: string, words: string[]): boolean =>
  toSlug(toolkit, [...words, shortHash('')]).length <= maximumSlugLength

/** The first free slug of the words cut before a hash of the key. */
export const cutFreeSlug = (
  toolkit: string,
  words: string[],
  key: string,
  isTaken: (slug: string) => boolean,
): string => {
  for (let attempt = 1; ; attempt += 1) {
    const hash = shortHash(attempt === 1 ? key : `${key} ${attempt}`)
    const slug = cutSlug(toolkit, words, [hash])
    if (!isTaken(slug)) return slug
  }
}
