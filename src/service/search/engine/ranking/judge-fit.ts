import type { Query } from '../query/read-query.ts'
import { toolAt, type SearchIndex } from '../search-index.ts'
import type { Plan } from './plan-terms.ts'
import type { ScoredTool } from './score-tools.ts'
import { createSignals, weighWords } from './signals.ts'
import { impactOf } from './term.ts'

/** How many of the best tools are judged; one that fits is enough. */
const judgedTools = 3

/** What its name counts beside the words of the request that are found in its texts. */
const nameWeight = 0.7

/**
 * Tools below this do not surely fit. With the use cases over imported APIs, 15 % of those that no
 * tool answers are above it (`npm run bench:search`).
 */
const leastFit = 0.82

/** Whether one of the best tools surely does what is asked for: names and words explain each other. */
export const judgeFit = (
  index: SearchIndex,
  query: Query,
  plan: Plan,
  scored: readonly ScoredTool[],
): boolean => {
  const signals = createSignals(index, query, plan)
  const weights = weighWords(index, query, plan)
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return scored.slice(0, judgedTools).some(({ position }) => {
    const explained = explainedWords(index, query, plan, position)
    let sum = 0
    for (const [word, strength] of explained) sum += strength * (weights.get(word) ?? 0)
    return sum / total + nameWeight * signals(position).name >= leastFit
  })
}

/** The words of the request that a tool has anywhere, or stands for, and how surely. */
const explainedWords = (
  index: SearchIndex,
  { words }: Query,
  { terms, reasons }: Plan,
  position: number,
): Map<string, number> => {
  const { segment, tool, at } = toolAt(index, position)
  const explained = new Map<string, number>()
  for (const { word, weight, rarity, wordPositions } of terms) {
    if (impactOf(segment, wordPositions[at], tool) === 0) continue
    for (const original of words.has(word) ? [word] : (reasons.get(word) ?? []))
      explained.set(original, Math.max(explained.get(original) ?? 0, Math.min(1, weight / rarity)))
  }
  return explained
}
