import { editDistance } from './edit-distance.ts'

/** A longer name was not intended to be a field of the interface. */
const longestKey = 64

/**
 * Returns the known key that was probably intended: it differs in letter case, separators, singular
 * or plural, or a few letters, or omits the last words.
 *
 * The number of letters that may differ depends on the length: two short words that differ in one
 * letter are often different words.
 */
export const findSimilarKey = (key: string, known: readonly string[]): string | undefined => {
  if (key.length > longestKey) return undefined
  const [best] = known
    .map((candidate) => ({ candidate, distance: distanceOf(key, candidate) }))
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance)
  return best?.candidate
}

const distanceOf = (key: string, candidate: string): number => {
  const [a, b] = [toLetters(key), toLetters(candidate)]
  if (toSingular(a) === toSingular(b)) return 0
  if (candidate.startsWith(`${key.toLowerCase()}_`)) return 1
  const most = lettersThatMayDiffer(Math.max(a.length, b.length))
  const distance = Math.min(
    editDistance(a, b, most),
    editDistance(toSingular(a), toSingular(b), most),
  )
  return distance <= most ? distance : Infinity
}

const lettersThatMayDiffer = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : 2)

const toLetters = (key: string): string => key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const toSingular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')
