/** Whether a word may be mistyped: Latin letters, and enough of them to recognize it by. */
export const isSpelled = (word: string): boolean => /^[a-z]{4,40}$/.test(word)

/**
 * The three-letter pieces of a word with marked edges and, last, all its letters in alphabetical
 * order: a short word with two swapped letters shares no piece with the correct one. Hashed to
 * small numbers, so different pieces may collide.
 */
export const toGrams = (word: string, buckets: number): number[] => {
  const marked = `^${word}$`
  const grams: number[] = []
  for (let at = 0; at + 2 < marked.length; at++) grams.push(hash(marked, at, at + 3) % buckets)
  const letters = [...word].toSorted().join('')
  return [...grams, hash(letters, 0, letters.length) % buckets]
}

const hash = (text: string, from: number, to: number): number => {
  let value = 7
  for (let at = from; at < to; at++) value = (Math.imul(value, 31) + text.charCodeAt(at)) >>> 0
  return Math.imul(value, 40_503) >>> 0
}

/** For each three-letter piece, the words that contain it, to look up mistyped words by. */
export const indexGrams = (
  words: readonly string[],
): { gramStarts: Uint32Array; gramWords: Uint32Array } => {
  const buckets = bucketsFor(words.length)
  const gramStarts = new Uint32Array(buckets + 1)
  const grams = words.map((word) => (isSpelled(word) ? toGrams(word, buckets) : []))
  for (const gram of grams.flat()) gramStarts[gram + 1] = (gramStarts[gram + 1] ?? 0) + 1
  for (let gram = 0; gram < buckets; gram++)
    gramStarts[gram + 1] = (gramStarts[gram + 1] ?? 0) + (gramStarts[gram] ?? 0)
  const next = gramStarts.slice()
  const gramWords = new Uint32Array(gramStarts[buckets] ?? 0)
  for (const [word, pieces] of grams.entries()) {
    for (const gram of pieces) {
      const place = next[gram] ?? 0
      gramWords[place] = word
      next[gram] = place + 1
    }
  }
  return { gramStarts, gramWords }
}

/** A prime, so that pieces spread; small for the segment of a single tool. */
const bucketsFor = (words: number): number => (words < 256 ? 61 : 4093)
