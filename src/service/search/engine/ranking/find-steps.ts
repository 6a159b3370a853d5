import { entityOf } from '../identifiers.ts'
import { toolAt, type SearchIndex } from '../search-index.ts'
import { findWord, type PlacedSegment, type Segment } from '../segment.ts'
import type { ToolFilter } from '../tool-filter.ts'
import { splitWords } from '../words/split-words.ts'
import { isInName } from './is-in-name.ts'
import { isVisible, toolkitsOfIndex, toolsByToolkit } from './index-toolkits.ts'
import type { ScoredTool } from './score-tools.ts'

type Step = { position: number; score: number; step: { gives: string; for: string } }

/** How many primary tools are considered, and how many needs of each are followed. */
const askedTools = 3
const askedNeeds = 3

/** Verbs of tools that return the thing in their name, the most reliable first. */
const givers = ['search', 'find', 'list', 'get', 'lookup', 'query', 'create'].flatMap((word) =>
  splitWords(word),
)

/**
 * Tools to run before a primary one: they provide an identifier that it requires, as a property of
 * their result or by their name.
 */
export const findSteps = (
  index: SearchIndex,
  primary: readonly ScoredTool[],
  filter?: ToolFilter,
): Step[] =>
  primary
    .slice(0, askedTools)
    .flatMap((tool) => needsOf(index, tool.position).map((key) => ({ tool, key })))
    .flatMap(({ tool, key }) => {
      const { toolkit } = toolAt(index, tool.position)
      return toolkitsOfIndex(index)
        .partsOf(toolkit)
        .flatMap(({ at, place }) => giversIn(index.segments[at], place, key, filter))
        .filter(({ position }) => position !== tool.position)
        .map(({ position, fit }) => ({
          position,
          score: tool.score * fit,
          step: { gives: key, for: tool.slug },
          slug: toolAt(index, position).slug,
        }))
    })
    .toSorted((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))

const needsOf = (index: SearchIndex, position: number): string[] => {
  const { segment, tool } = toolAt(index, position)
  return keysAt(segment, segment.needStarts, segment.needs, tool).slice(0, askedNeeds)
}

const keysAt = (
  { keys }: Segment,
  starts: Uint32Array,
  values: Uint32Array,
  tool: number,
): string[] =>
  [...values.subarray(starts[tool] ?? 0, starts[tool + 1] ?? 0)].map((key) => keys[key] ?? '')

/**
 * Tools of the same toolkit that provide a key; a key from another app is rarely the one needed.
 */
const giversIn = (
  placed: PlacedSegment | undefined,
  toolkit: number,
  key: string,
  filter?: ToolFilter,
): { position: number; fit: number }[] => {
  if (!placed) return []
  const { segment, base } = placed
  const { starts, tools } = toolsByToolkit(segment)
  const allowed = filter?.(segment)
  const thing = entityOf(key).map((word) => findWord(segment, word))
  const givingWords = givers.map((word) => findWord(segment, word))
  const found: { position: number; fit: number }[] = []
  for (const tool of tools.subarray(starts[toolkit] ?? 0, starts[toolkit + 1] ?? 0)) {
    if (!isVisible(placed, allowed, tool)) continue
    // A tool that needs the key cannot be its source.
    if (keysAt(segment, segment.needStarts, segment.needs, tool).includes(key)) continue
    const gives = keysAt(segment, segment.giftStarts, segment.gifts, tool).includes(key)
    const giver = givingWords.findIndex((word) => isInName(segment, word, tool))
    const isNamed = giver >= 0 && thing.every((word) => isInName(segment, word, tool))
    // `givers` is ordered by reliability: a search finds existing things, a create returns only new
    // ones.
    if (gives || isNamed)
      found.push({
        position: base + tool,
        fit: (gives ? 0.5 : 0) + (isNamed ? 0.4 - 0.02 * giver : 0),
      })
  }
  return found
}
