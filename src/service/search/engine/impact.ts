import type { Field } from './fields.ts'
import { impactScale } from './segment.ts'

/** The more often a word occurs, the less each further occurrence adds. */
const saturation = 1.5

/**
 * The usual number of words in a tool's text. Fixed, so that a tool scores the same in every
 * segment.
 */
const usualLength = 50

/** How strongly longer texts are penalized: 0 not at all, 1 in proportion. */
const lengthPenalty = 0.3

/** The weight of one occurrence of a word in a field of this length. */
export const occurrenceWeight = ({ weight, usualLength }: Field, length: number): number =>
  usualLength === undefined ? weight : weight / (0.5 + (0.5 * length) / usualLength)

/**
 * The impact of a word on a tool's score: its occurrences are weighted by field, added, and
 * saturate together (BM25F). One length penalty for the whole text, in addition to that of the
 * name: with many catalogues in one index it ranked better than one per field, and within one
 * catalogue as well.
 */
export const toImpact = (weight: number, length: number): number => {
  const share = weight / (1 - lengthPenalty + (lengthPenalty * length) / usualLength)
  return Math.round((share / (share + saturation)) * impactScale)
}
