import { hasBit, type Bits } from '../bits.ts'
import { stopWords } from '../query/stop-words.ts'
import { placeOf, type SearchIndex, type ToolPlace } from '../search-index.ts'
import type { PlacedSegment, Segment } from '../segment.ts'
import type { ToolFilter } from '../tool-filter.ts'
import { splitWords } from '../words/split-words.ts'
import { keepByWord } from './keep-by-word.ts'

/** The toolkits of an index; each has a number, whatever segments its tools are in. */
export type IndexToolkits = {
  count: number
  /** For each segment, the numbers of its toolkits in their order. */
  numbers: readonly Uint32Array[]
  numberOf: (slug: string) => number | undefined
  /** The names that stand at a place of these words. */
  named: (tokens: readonly string[], start: number) => ToolkitName[]
  /** The numbers of the toolkits that are about a word. */
  about: (word: string) => Uint32Array
  /** The segments that have tools of a toolkit, and its place among the toolkits of each. */
  partsOf: (slug: string) => ToolkitPart[]
}

/** A name of a toolkit, in a segment in which it has that name. */
export type ToolkitName = {
  toolkit: string
  words: readonly string[]
  at: number
  /** How many tools it has there. */
  tools: number
}

type ToolkitPart = { at: number; place: number }

const ofIndexes = new WeakMap<SearchIndex['segments'], IndexToolkits>()

/** Made at first use: an index of many toolkits has thousands, and each change makes an index. */
export const toolkitsOfIndex = ({ segments }: SearchIndex): IndexToolkits => {
  const known = ofIndexes.get(segments)
  if (known) return known
  const made = numberToolkits(segments.map(({ segment }) => segment))
  ofIndexes.set(segments, made)
  return made
}

const none = new Uint32Array(0)

/** So many words are kept with the toolkits that are about them. */
const mostAbouts = 4096

const numberToolkits = (segments: readonly Segment[]): IndexToolkits => {
  const bySlug = new Map<string, number>()
  const numbers = segments.map(({ toolkits }) =>
    Uint32Array.from(toolkits, (slug) => {
      const number = bySlug.get(slug) ?? bySlug.size
      if (number === bySlug.size) bySlug.set(slug, number)
      return number
    }),
  )
  const texts = segments.map((segment) => textsOf(segment))
  const names = gatherNames(segments)
  const findAbout = (word: string): Uint32Array => {
    const found = new Set<number>()
    for (const [at, own] of texts.entries())
      for (const place of own.abouts.get(word) ?? []) found.add(numbers[at]?.[place] ?? 0)
    return found.size === 0 ? none : Uint32Array.from(found)
  }
  return {
    count: bySlug.size,
    numbers,
    numberOf: (slug) => bySlug.get(slug),
    named: (tokens, start) =>
      names
        .get(tokens[start] ?? '')
        ?.filter(({ words }) => words.every((word, offset) => tokens[start + offset] === word)) ??
      [],
    partsOf: (slug) => {
      const number = bySlug.get(slug)
      if (number === undefined) return []
      return numbers.flatMap((own, at) => {
        const place = own.indexOf(number)
        return place < 0 ? [] : { at, place }
      })
    },
    about: keepByWord(mostAbouts, findAbout),
  }
}

/** All names by their first words, in the order of the segments. */
const gatherNames = (segments: readonly Segment[]): ReadonlyMap<string, ToolkitName[]> => {
  const gathered = new Map<string, ToolkitName[]>()
  for (const [at, segment] of segments.entries()) {
    const { starts } = toolsByToolkit(segment)
    for (const [first, names] of textsOf(segment).names)
      for (const { place, words } of names) {
        const tools = (starts[place + 1] ?? 0) - (starts[place] ?? 0)
        addTo(gathered, first, { toolkit: segment.toolkits[place] ?? '', words, at, tools })
      }
  }
  return gathered
}

/** What the toolkits of a segment are called, and the toolkits that are about each word. */
type ToolkitTexts = {
  /** By their first words. */
  names: ReadonlyMap<string, readonly { place: number; words: readonly string[] }[]>
  abouts: ReadonlyMap<string, readonly number[]>
}

const ofSegments = new WeakMap<Segment, ToolkitTexts>()

export const textsOf = (segment: Segment): ToolkitTexts => {
  const known = ofSegments.get(segment)
  if (known) return known
  const names = new Map<string, { place: number; words: readonly string[] }[]>()
  const abouts = new Map<string, number[]>()
  for (let place = 0; place < segment.toolkits.length; place++) {
    const lines = (segment.toolkitNames[place] ?? '').split('\n')
    // A slug is how people write a name in small letters: "hubspot".
    for (const name of new Set([...lines, segment.toolkits[place] ?? ''])) {
      const words = splitWords(name)
      const [first] = words
      if (first !== undefined) addTo(names, first, { place, words })
    }
    const about = splitWords(`${lines.join(' ')} ${segment.toolkitAbouts[place] ?? ''}`)
    for (const word of new Set(about)) if (!stopWords.has(word)) addTo(abouts, word, place)
  }
  const made = { names, abouts }
  ofSegments.set(segment, made)
  return made
}

const addTo = <Value>(lists: Map<string, Value[]>, word: string, value: Value): void => {
  const known = lists.get(word)
  if (known) known.push(value)
  else lists.set(word, [value])
}

/** The tools of each toolkit of a segment: `tools` from `starts[place]` to `starts[place + 1]`. */
type ToolLists = { starts: Uint32Array; tools: Uint16Array }

const toolLists = new WeakMap<Segment, ToolLists>()

export const toolsByToolkit = (segment: Segment): ToolLists => {
  const known = toolLists.get(segment)
  if (known) return known
  const { count, toolkits, toolkitOf } = segment
  const starts = new Uint32Array(toolkits.length + 1)
  for (const place of toolkitOf) starts[place + 1] = (starts[place + 1] ?? 0) + 1
  for (let place = 0; place < toolkits.length; place++)
    starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0)
  const next = starts.slice()
  const tools = new Uint16Array(count)
  for (let tool = 0; tool < count; tool++) {
    const place = toolkitOf[tool] ?? 0
    const slot = next[place] ?? 0
    tools[slot] = tool
    next[place] = slot + 1
  }
  const made = { starts, tools }
  toolLists.set(segment, made)
  return made
}

/** The tools of some toolkits that can be found, in ascending order of their positions. */
export const toolsOfToolkits = (
  index: SearchIndex,
  toolkits: ReadonlyMap<string, unknown>,
  filter: ToolFilter | undefined,
): ToolPlace[] => {
  const { partsOf } = toolkitsOfIndex(index)
  return [...toolkits.keys()]
    .flatMap((slug) => partsOf(slug))
    .flatMap(({ at, place }) => {
      const placed = index.segments[at]
      if (!placed) return []
      const { starts, tools } = toolsByToolkit(placed.segment)
      const allowed = filter?.(placed.segment)
      return [...tools.subarray(starts[place] ?? 0, starts[place + 1] ?? 0)].flatMap((tool) =>
        isVisible(placed, allowed, tool) ? placeOf(placed, at, tool) : [],
      )
    })
    .sort((a, b) => a.position - b.position)
}

export const isVisible = (
  { removed }: PlacedSegment,
  allowed: Bits | undefined,
  tool: number,
): boolean => !(removed && hasBit(removed, tool)) && !(allowed && !hasBit(allowed, tool))
