import { editDistance } from '../../../../contract/edit-distance.ts'
import { toStem } from '../words/stem.ts'

/** In shorter words a letter more or less makes another word. */
const shortest = 5

/**
 * A request with its surely mistyped words as they were meant. `unknown` are the words that no tool
 * has, as indexed, and `meantBy` those that they may stand for.
 */
export const correct = (
  text: string,
  unknown: ReadonlySet<string>,
  meantBy: (word: string) => string | undefined,
): string =>
  unknown.size === 0
    ? text
    : text.replaceAll(/[A-Za-z]{4,40}/g, (written) => {
        const word = toStem(written)
        const meant = unknown.has(word) ? meantBy(word) : undefined
        return meant !== undefined && isMistyped(word, meant) ? toWord(meant) : written
      })

/**
 * Two letters swapped, one too many or one missing. Where one stands for another, it is as often a
 * word of its own: a printer is no pointer.
 */
const isMistyped = (word: string, meant: string): boolean =>
  word[0] === meant[0] &&
  editDistance(word, meant, 1) === 1 &&
  (word.length === meant.length
    ? [...word].toSorted().join('') === [...meant].toSorted().join('')
    : Math.min(word.length, meant.length) >= shortest)

/** A word that is indexed as this one: "pause" for "paus", which itself would lose its end. */
const toWord = (stem: string): string =>
  ['', 'e', 'ing', 'ed'].map((ending) => stem + ending).find((word) => toStem(word) === stem) ??
  stem
