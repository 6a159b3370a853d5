import { valueWeight, type Query } from '../query/read-query.ts'
import { toolAt, type SearchIndex, type ToolPlace } from '../search-index.ts'
import type { Plan } from './plan-terms.ts'
import type { Resolved } from './resolve.ts'
import type { ScoredTool } from './score-tools.ts'
import { weighWords } from './signals.ts'
import { impactOf } from './term.ts'

/** How many of the best tools are judged; one that fits is enough. */
export const judgedTools = 5

/** What its name counts beside the words of the request that are found in its texts. */
const nameWeight = 0.7

/** What it counts that the request names the tool's toolkit: it is about what that one does. */
const namedWeight = 0.5

/**
 * Tools below this do not surely fit. With the use cases over imported APIs, 15 % of those that no
 * tool answers are above it (`npm run bench:search`).
 */
const leastFit = 0.82

/** How surely one of the best tools does what is asked for. */
export type Fit = {
  /** How far names and words explain each other. */
  share: number
  isSure: boolean
}

/**
 * Judges the best tools by how far names and words explain each other. Values are data and need no
 * explanation; a mistyped word counts as the one that it stands for.
 */
export const judgeFit = (
  index: SearchIndex,
  { query, plan, toolkits, signals }: Resolved,
  scored: readonly Pick<ScoredTool, 'position'>[],
): Fit => {
  const weights = new Map(
    [...weighWords(index, query, plan)].filter(
      ([word]) => (query.words.get(word) ?? 0) > valueWeight,
    ),
  )
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  let share = 0
  for (const { position } of scored.slice(0, judgedTools)) {
    const place = toolAt(index, position)
    const explained = explainedWords(query, plan, place)
    let sum = 0
    for (const [word, strength] of explained) sum += strength * (weights.get(word) ?? 0)
    const own =
      (total === 0 ? 0 : sum / total) +
      nameWeight * signals.of(place).name +
      namedWeight * (toolkits.named.get(place.toolkit) ?? 0)
    share = Math.max(share, own)
  }
  return { share, isSure: share >= leastFit }
}

/** The words of the request that a tool has anywhere, or stands for, and how surely. */
const explainedWords = (
  { words }: Query,
  { terms, reasons, corrected }: Plan,
  { segment, tool, at }: ToolPlace,
): Map<string, number> => {
  const explained = new Map<string, number>()
  for (const { word, weight, rarity, wordPositions } of terms) {
    if (impactOf(segment, wordPositions[at], tool) === 0) continue
    for (const original of words.has(word) ? [word] : (reasons.get(word) ?? [])) {
      const strength = corrected.has(original) ? 1 : Math.min(1, weight / rarity)
      explained.set(original, Math.max(explained.get(original) ?? 0, strength))
    }
  }
  return explained
}
