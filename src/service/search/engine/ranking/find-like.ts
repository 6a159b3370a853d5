import { toolAt, type SearchIndex } from '../search-index.ts'
import type { ToolFilter } from '../tool-filter.ts'
import { collectTools } from './collect.ts'
import type { Plan } from './plan-terms.ts'
import { scoreTools, type ScoredTool } from './score-tools.ts'
import { toTerm, type Term } from './term.ts'

/** So many of the best say what the use case is about. */
const teachers = 3

/** So many of their words are added, and count so much beside those of the use case. */
const lessons = 10
const lessonWeight = 0.3

/**
 * The tools found when the best ones' own words are added to the use case. This finds what belongs
 * to the task and was not said; among the first ranks it does harm.
 */
export const findLike = (
  index: SearchIndex,
  plan: Plan,
  primary: readonly ScoredTool[],
  size: number,
  filter?: ToolFilter,
): ScoredTool[] => {
  const said = new Set(plan.terms.map(({ word }) => word))
  const words = new Set(
    primary.slice(0, teachers).flatMap(({ position }) => textOf(index, position)),
  )
  const added = [...words]
    .flatMap((word) => (said.has(word) ? [] : (toTerm(index, word, lessonWeight) ?? [])))
    .toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, lessons)
  const terms: Term[] = [...plan.terms, ...added]
  const wider = { ...plan, terms, clauses: [] }
  return scoreTools(
    index,
    { words: new Map(), clauses: [], pairs: [] },
    wider,
    collectTools(index, terms, size, filter),
  ).slice(0, size)
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
