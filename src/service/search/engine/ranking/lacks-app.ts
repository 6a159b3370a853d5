import type { NamedApp } from '../query/find-apps.ts'
import type { SearchIndex } from '../search-index.ts'
import { findWord, type Segment } from '../segment.ts'
import { toolkitsOfIndex } from './index-toolkits.ts'
import { isInName } from './is-in-name.ts'
import type { Resolved } from './resolve.ts'

/**
 * Whether a request names an app that has no toolkit here, and none that has one: whatever is found
 * does it elsewhere. What tools are named after is no missing app.
 */
export const lacksApp = (
  index: SearchIndex,
  { query, toolkits, vocabulary }: Pick<Resolved, 'query' | 'toolkits' | 'vocabulary'>,
): boolean => {
  const missing = query
    .apps()
    .filter(({ words, isKnown }) =>
      isKnown
        ? !index.segments.some(({ segment }) => hasNamed(segment, words))
        : !vocabulary.find(words.at(-1) ?? ''),
    )
  return (
    missing.length > 0 &&
    [...toolkits.named.keys()].every((toolkit) =>
      isPartOfApp(index, query.tokens, toolkit, missing),
    )
  )
}

/** "Calendar" names no toolkit in "Apple Calendar". */
const isPartOfApp = (
  index: SearchIndex,
  tokens: readonly string[],
  toolkit: string,
  apps: readonly NamedApp[],
): boolean => {
  const names = tokens
    .flatMap((_, start) => toolkitsOfIndex(index).named(tokens, start))
    .filter((name) => name.toolkit === toolkit)
  return (
    names.length > 0 &&
    names.every((name) =>
      apps.some(
        ({ words }) =>
          words.length > name.words.length && name.words.every((word) => words.includes(word)),
      ),
    )
  )
}

/** Whether a tool has all these words in its name. */
const hasNamed = (segment: Segment, words: readonly string[]): boolean => {
  const [first, ...others] = words.map((word) => findWord(segment, word))
  if (first === undefined) return false
  const end = segment.starts[first + 1] ?? 0
  for (let posting = segment.starts[first] ?? 0; posting < end; posting++) {
    const tool = segment.tools[posting] ?? 0
    if ([first, ...others].every((word) => isInName(segment, word, tool))) return true
  }
  return false
}
