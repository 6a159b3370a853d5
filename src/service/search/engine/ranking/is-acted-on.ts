import type { SearchIndex } from '../search-index.ts'
import type { Term } from './term.ts'

/** Whether a word is what a tool acts on, by its name. */
export const isActedOn = ({ segments }: SearchIndex, term: Term | undefined): boolean =>
  term !== undefined &&
  segments.some(({ segment: { starts, tools, objects } }, at) => {
    const word = term.wordPositions[at] ?? -1
    if (word < 0) return false
    const end = starts[word + 1] ?? 0
    for (let posting = starts[word] ?? 0; posting < end; posting++)
      if (objects[tools[posting] ?? 0] === word) return true
    return false
  })
