import { stemmer } from 'stemmer'

const stems = new Map<string, string>()

/** Texts of strangers come through here: what they fill, they also empty. */
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
  const stem = /^[a-z]+$/.test(plain) ? stemmer(plain) : plain
  stems.set(word, stem)
  return stem
}
