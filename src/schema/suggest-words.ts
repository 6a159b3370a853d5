import { findSimilarKey } from '../contract/find-similar-key.ts'

const maximumCandidates = 500
const maximumWords = 3

/**
 * Returns the words that were probably meant by another one, nearest first: those with a few other
 * letters, then those that contain it or that it contains.
 */
export const suggestWords = (given: string, candidates: readonly string[]): string[] => {
  if (given === '' || given.length > 64) return []
  const left = new Set(candidates.slice(0, maximumCandidates))
  const words: string[] = []
  while (words.length < maximumWords) {
    const similar = findSimilarKey(given, [...left])
    if (similar === undefined) break
    words.push(similar)
    left.delete(similar)
  }
  const letters = given.toLowerCase()
  const isPart = (word: string) => {
    const other = word.toLowerCase()
    return other.length >= 4 && letters.length >= 4
      ? other.includes(letters) || letters.includes(other)
      : false
  }
  return [...words, ...[...left].filter(isPart)].slice(0, maximumWords)
}
