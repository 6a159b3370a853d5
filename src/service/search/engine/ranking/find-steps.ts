import { entityOf } from '../identifiers.ts'
import { toolAt, type SearchIndex } from '../search-index.ts'
import { findKey, findWord, type PlacedSegment } from '../segment.ts'
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
  const { needs, needStarts, keys } = segment
  const start = needStarts[tool] ?? 0
  const end = Math.min(needStarts[tool + 1] ?? 0, start + askedNeeds)
  return Array.from(needs.subarray(start, end), (key) => keys[key] ?? '')
}

/** Whether a tool has a key among its needs or gifts, which `starts` and `values` are. */
const hasKey = (starts: Uint32Array, values: Uint32Array, tool: number, key: number): boolean => {
  const end = starts[tool + 1] ?? 0
  for (let at = starts[tool] ?? 0; at < end; at++) if (values[at] === key) return true
  return false
}

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
  const keyPosition = findKey(segment, key) ?? -1
  const thing = entityOf(key).map((word) => findWord(segment, word))
  const givingWords = givers.map((word) => findWord(segment, word))
  const found: { position: number; fit: number }[] = []
  for (const tool of tools.subarray(starts[toolkit] ?? 0, starts[toolkit + 1] ?? 0)) {
    if (!isVisible(placed, allowed, tool)) continue
    // A tool that needs the key cannot be its source.
    if (hasKey(segment.needStarts, segment.needs, tool, keyPosition)) continue
    const gives = hasKey(segment.giftStarts, segment.gifts, tool, keyPosition)
    const giver = thing.every((word) => isInName(segment, word, tool))
      ? givingWords.findIndex((word) => isInName(segment, word, tool))
      : -1
    // `givers` is ordered by reliability: a search finds existing things, a create returns only new
    // ones.
    if (gives || giver >= 0)
      found.push({
        position: base + tool,
        fit: (gives ? 0.5 : 0) + (giver >= 0 ? 0.4 - 0.02 * giver : 0),
      })
  }
  return found
}
