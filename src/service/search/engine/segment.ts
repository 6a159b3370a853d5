import type { Bits } from './bits.ts'

/**
 * The index of a list of tools, immutable once built. Numbers are kept in typed arrays: they move
 * between threads without a copy and cost no garbage collection.
 *
 * A posting records that a word occurs in a tool. The postings of a word are contiguous, in the
 * order of tools, from `starts[word]` to `starts[word + 1]`. Every pair of `…Starts` and values has
 * this layout.
 */
export type Segment = {
  count: number
  slugs: readonly string[]
  toolkits: readonly string[]
  /** Position of each tool's toolkit in `toolkits`. */
  toolkitOf: Uint32Array
  /** For each toolkit, its names, separated by line breaks. */
  toolkitNames: readonly string[]
  /** For each toolkit, what it is about. */
  toolkitAbouts: readonly string[]
  /** Whether each tool is featured, deprecated, only reads, or destroys, and whether it has use cases; see `marks.ts`. */
  marks: Uint8Array
  /** The kinds of action that each tool's name says; bits of `query/actions.ts`. */
  actions: Uint16Array
  /** The word for what each tool acts on, as a position in `words`; -1 where its name has none. */
  objects: Int32Array
  words: readonly string[]
  starts: Uint32Array
  tools: Uint16Array
  /** The impact of the word in the tool, as a share of `impactScale`. */
  impacts: Uint16Array
  /** The fields in which the word occurs, one bit each. */
  fields: Uint8Array
  /** The largest impact of each word. */
  peaks: Uint16Array
  /**
   * Words of name, slug, toolkit, description and then each chosen use case of each tool in order, without
   * chatter, as positions in `words`; `-1` ends a text.
   */
  textStarts: Uint32Array
  text: Int32Array
  /** What each tool needs and what it provides, as positions in `keys`. */
  keys: readonly string[]
  needStarts: Uint32Array
  needs: Uint32Array
  giftStarts: Uint32Array
  gifts: Uint32Array
  /** Words by their three-letter pieces. */
  gramStarts: Uint32Array
  gramWords: Uint32Array
}

export const impactScale = 65_535

/** A tool's position in a segment takes 16 bits. */
export const largestSegment = 65_536

const wordPositions = new WeakMap<Segment, Map<string, number>>()
const slugPositions = new WeakMap<Segment, Map<string, number>>()
const keyPositions = new WeakMap<Segment, Map<string, number>>()

export const findWord = (segment: Segment, word: string): number | undefined =>
  wordsOf(segment).get(word)

/** The position of each word in `words`. */
export const wordsOf = (segment: Segment): ReadonlyMap<string, number> =>
  positionsIn(wordPositions, segment, segment.words)

export const findSlug = (segment: Segment, slug: string): number | undefined =>
  positionsIn(slugPositions, segment, segment.slugs).get(slug)

/** The position of an identifier in `keys`. */
export const findKey = (segment: Segment, key: string): number | undefined =>
  positionsIn(keyPositions, segment, segment.keys).get(key)

/** Created on first use, since threads exchange segments without it. */
const positionsIn = (
  known: WeakMap<Segment, Map<string, number>>,
  segment: Segment,
  names: readonly string[],
): Map<string, number> => {
  const found = known.get(segment)
  if (found) return found
  const made = new Map<string, number>()
  for (const [position, name] of names.entries()) made.set(name, position)
  known.set(segment, made)
  return made
}

/** The number of tools in which a word occurs. */
export const countTools = ({ starts }: Segment, word: number): number =>
  (starts[word + 1] ?? 0) - (starts[word] ?? 0)

/** The posting of a word in a tool; -1 if it does not occur there. */
export const findPosting = ({ starts, tools }: Segment, word: number, tool: number): number => {
  let low = starts[word] ?? 0
  let high = (starts[word + 1] ?? 0) - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = tools[middle] ?? 0
    if (found === tool) return middle
    if (found < tool) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** A segment with its offset in an index. */
export type PlacedSegment = {
  segment: Segment
  /** Position of the segment's first tool in the whole index. */
  base: number
  removed?: Bits
}
