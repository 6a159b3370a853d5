import { stemmer } from 'stemmer'
import { apart } from './apart.ts'

/**
 * A Map that is emptied when full, not an `LRUCache`: every word of every tool is looked up here,
 * and an `LRUCache` takes 91 ns for that instead of 48.
 */
const stems = new Map<string, string>()

const mostStems = 50_000

/** A word without its accents and, in Latin letters, without its ending. */
export const toStem = (word: string): string => {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size >= mostStems) stems.clear()
  const plain = word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC')
  const stem = /^[a-z]+$/.test(plain) ? stemOf(plain) : plain
  stems.set(word, stem)
  return stem
}

/** Porter's stem, except for words that mean something else than others with the same one. */
const stemOf = (word: string): string => {
  const own = [word, ...toSingulars(word)].find((one) => apart.has(one))
  if (own !== undefined) return own
  return stemmer(toAmerican(word).replace(/ifications?$/, 'ify')).replace(/y$/, 'i')
}

const toSingulars = (word: string): string[] =>
  word.endsWith('s') ? [word.slice(0, -1), word.replace(/es$/, ''), word.replace(/ies$/, 'y')] : []

/** Words of four letters and less have no such ending: "rise", "hour". */
const toAmerican = (word: string): string =>
  word
    .replace(/^([a-z]{3,})is(e|ed|es|er|ers|ing|ations?)$/, '$1iz$2')
    .replace(/^([a-z]{3,})our(s|ed|ing|ites?)?$/, '$1or$2')
