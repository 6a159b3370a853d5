import { chosenBits } from '../fields.ts'
import type { ToolPlace } from '../search-index.ts'
import { findPosting } from '../segment.ts'
import type { Resolved } from './resolve.ts'

/** The words of a request that a tool has or stands for, and how surely, from 0 to 1. */
export type Explained = {
  anywhere: ReadonlyMap<string, number>
  /** In its names, tags and use cases, and in the names of its toolkit. */
  inNames: ReadonlyMap<string, number>
}

export const explainWords = (
  { query: { words }, plan: { terms, reasons, corrected } }: Pick<Resolved, 'query' | 'plan'>,
  { segment, tool, at }: ToolPlace,
): Explained => {
  const anywhere = new Map<string, number>()
  const inNames = new Map<string, number>()
  for (const { word, weight, rarity, wordPositions } of terms) {
    const wordPosition = wordPositions[at] ?? -1
    const posting = wordPosition < 0 ? -1 : findPosting(segment, wordPosition, tool)
    if (posting < 0 || segment.impacts[posting] === 0) continue
    const isChosen = ((segment.fields[posting] ?? 0) & chosenBits) !== 0
    for (const original of words.has(word) ? [word] : (reasons.get(word) ?? [])) {
      const strength = corrected.has(original) ? 1 : Math.min(1, weight / rarity)
      raise(anywhere, original, strength)
      if (isChosen) raise(inNames, original, strength)
    }
  }
  return { anywhere, inNames }
}

const raise = (strengths: Map<string, number>, word: string, strength: number): void => {
  if (strength > (strengths.get(word) ?? 0)) strengths.set(word, strength)
}
