import type { Query } from '../query/read-query.ts'
import { toolAt, type SearchIndex } from '../search-index.ts'
import type { ToolFilter } from '../tool-filter.ts'
import { collectTools } from './collect.ts'
import type { Plan } from './plan-terms.ts'
import { scoreTools, type ScoredTool } from './score-tools.ts'
import { toResolved } from './resolve.ts'
import { scaleTerm, type Term } from './term.ts'
import type { Vocabulary } from './vocabulary.ts'

/** How many of the best tools contribute words. */
const sourceTools = 3

/** How many of their words are added, and with which weight relative to the use case's words. */
const addedWords = 10
const addedWordWeight = 0.3

/**
 * The tools found when the words of the best tools are added to the use case (relevance feedback).
 * This finds tools that belong to the task but were not asked for; it would harm the first ranks.
 */
export const findByFeedback = (
  index: SearchIndex,
  vocabulary: Vocabulary,
  plan: Plan,
  primary: readonly ScoredTool[],
  size: number,
  filter?: ToolFilter,
): ScoredTool[] => {
  const plannedWords = new Set(plan.terms.map(({ word }) => word))
  const words = new Set(
    primary.slice(0, sourceTools).flatMap(({ position }) => textOf(index, position)),
  )
  const added = [...words]
    .flatMap((word) => (plannedWords.has(word) ? [] : (vocabulary.find(word) ?? [])))
    .toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, addedWords)
    .map((term) => scaleTerm(term, addedWordWeight))
  const terms: Term[] = [...plan.terms, ...added]
  const wider = { ...plan, terms, clauses: [] }
  return scoreTools(
    index,
    toResolved(index, vocabulary, nothingAsked, wider),
    collectTools(index, terms, size, filter),
    { depth: size },
  )
}

/** The words come from tools, and say nothing of what is asked for. */
const nothingAsked: Query = {
  words: new Map(),
  clauses: [],
  steps: [],
  phrases: [],
  tokens: [],
  action: 0,
  pairs: [],
  subject: () => new Set<string>(),
  names: () => new Set<string>(),
  isTranslated: false,
  apps: () => [],
}

const textOf = (index: SearchIndex, position: number): string[] => {
  const { segment, tool } = toolAt(index, position)
  const words: string[] = []
  for (let at = segment.textStarts[tool] ?? 0; at < (segment.textStarts[tool + 1] ?? 0); at++) {
    const word = segment.text[at] ?? -1
    if (word >= 0) words.push(segment.words[word] ?? '')
  }
  return words
}
