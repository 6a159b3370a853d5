import type { SearchIndex } from '../search-index.ts'
import { countTools, findWord, type Segment } from '../segment.ts'
import { editDistance } from '../../../../contract/edit-distance.ts'
import { isSpelled, toGrams } from '../words/grams.ts'

/** In shorter words a single letter is mistyped. */
const leastLong = 6

/**
 * The indexed words that a mistyped word may stand for: the nearest, and of those the most
 * frequent.
 */
export const findSpellings = (index: SearchIndex, word: string): string[] => {
  if (!isSpelled(word) || isNegated(index, word)) return []
  const most = word.length < leastLong ? 1 : 2
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

/** "Unsend" is no mistyped "send", but its contrary. */
const isNegated = ({ segments }: SearchIndex, word: string): boolean => {
  const [, positive] = /^(?:un|dis|non|mis)([a-z]{3,})$/.exec(word) ?? []
  return (
    positive !== undefined &&
    segments.some(({ segment }) => findWord(segment, positive) !== undefined)
  )
}

/**
 * Words that share enough three-letter pieces, of which a mistake affects at most three, or that
 * have the same letters.
 */
const similarWords = (segment: Segment, word: string, most: number): number[] => {
  const { gramStarts, gramWords } = segment
  const lengths = lengthsOf(segment)
  if (counts.length < lengths.length) counts = new Uint8Array(lengths.length)
  const grams = toGrams(word, gramStarts.length - 1)
  const touched: number[] = []
  const enough = Math.max(word.length < 6 ? 1 : 2, word.length - 3 * most)
  for (const [at, gram] of grams.entries()) {
    const gain = at === grams.length - 1 ? enough : 1
    const end = gramStarts[gram + 1] ?? 0
    for (let entry = gramStarts[gram] ?? 0; entry < end; entry++) {
      const place = gramWords[entry] ?? 0
      if (Math.abs((lengths[place] ?? 0) - word.length) > most) continue
      const count = counts[place] ?? 0
      if (count === 0) touched.push(place)
      counts[place] = count + gain
    }
  }
  const similar = touched.filter((place) => (counts[place] ?? 0) >= enough)
  for (const place of touched) counts[place] = 0
  return similar
}

/**
 * How many pieces each word of a segment shares. A shared scratch buffer, all 0 between two uses; a
 * word has fewer pieces than a byte can count.
 */
let counts = new Uint8Array(0)

const lengths = new WeakMap<Segment, Uint8Array>()

/** The length of each word of a segment, read at first use. */
export const lengthsOf = (segment: Segment): Uint8Array => {
  const known = lengths.get(segment)
  if (known) return known
  const { words } = segment
  const made = new Uint8Array(words.length)
  for (let place = 0; place < words.length; place++)
    made[place] = Math.min(words[place]?.length ?? 0, 255)
  lengths.set(segment, made)
  return made
}
