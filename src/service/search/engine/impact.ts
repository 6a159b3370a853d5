import type { Field } from './fields.ts'
import { impactScale } from './segment.ts'

/** The more often a word occurs, the less one more occurrence adds. */
const saturation = 1.5

/**
 * Words in the text of a usual tool. Fixed, so that a tool scores the same in whatever segment it
 * lies.
 */
const usualLength = 50

/** How much longer texts lose: 0 nothing, 1 in proportion. */
const lengthPenalty = 0.3

/** What one occurrence of a word counts in a field that has so many. */
export const occurrenceWeight = ({ weight, usualLength }: Field, length: number): number =>
  usualLength === undefined ? weight : weight / (0.5 + (0.5 * length) / usualLength)

/**
 * What a word counts that occurs so often in a text of so many words: occurrences are weighted by
 * field, added, and saturate together (BM25F). One penalty for the whole text, beside that of the
 * name: where many catalogues lie in one index it ranked better than one for each field, and within
 * one catalogue as well.
 */
export const toImpact = (weight: number, length: number): number => {
  const share = weight / (1 - lengthPenalty + (lengthPenalty * length) / usualLength)
  return Math.round((share / (share + saturation)) * impactScale)
}
