import type { SearchIndex } from '../search-index.ts'
import { countTools, type Segment } from '../segment.ts'
import { editDistance } from '../../../../contract/edit-distance.ts'
import { isSpelled, toGrams } from '../words/grams.ts'

/**
 * The indexed words that a mistyped word may stand for: the nearest, and of those the most
 * frequent.
 */
export const findSpellings = (index: SearchIndex, word: string): string[] => {
  if (!isSpelled(word)) return []
  const most = word.length < 6 ? 1 : 2
  const found = new Map<string, { distance: number; tools: number }>()
  for (const { segment } of index.segments) {
    for (const place of similarWords(segment, word, most)) {
      const candidate = segment.words[place] ?? ''
      const known = found.get(candidate)
      found.set(candidate, {
        distance: known?.distance ?? editDistance(word, candidate, most),
        tools: (known?.tools ?? 0) + countTools(segment, place),
      })
    }
  }
  const nearest = [...found.values()].reduce(
    (least, { distance }) => Math.min(least, distance),
    most + 1,
  )
  if (nearest > most) return []
  return [...found]
    .filter(([, { distance }]) => distance === nearest)
    .toSorted(([a, { tools: inA }], [b, { tools: inB }]) => inB - inA || (a < b ? -1 : 1))
    .slice(0, 2)
    .map(([candidate]) => candidate)
}

/**
 * Words that share enough three-letter pieces, of which a mistake affects at most three, or that
 * have the same letters.
 */
const similarWords = (
  { gramStarts, gramWords, words }: Segment,
  word: string,
  most: number,
): number[] => {
  const grams = toGrams(word, gramStarts.length - 1)
  const shared = new Map<number, number>()
  const enough = Math.max(word.length < 6 ? 1 : 2, word.length - 3 * most)
  for (const [at, gram] of grams.entries()) {
    const counts = at === grams.length - 1 ? enough : 1
    for (let entry = gramStarts[gram] ?? 0; entry < (gramStarts[gram + 1] ?? 0); entry++) {
      const place = gramWords[entry] ?? 0
      if (Math.abs((words[place]?.length ?? 0) - word.length) <= most)
        shared.set(place, (shared.get(place) ?? 0) + counts)
    }
  }
  return [...shared].flatMap(([place, count]) => (count >= enough ? [place] : []))
}
