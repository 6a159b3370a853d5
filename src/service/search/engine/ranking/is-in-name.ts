import { fields } from '../fields.ts'
import { findPosting, type Segment } from '../segment.ts'

const nameBit = 1 << fields.findIndex(({ name }) => name === 'name')

/** Whether the name of a tool has a word of its segment. */
export const isInName = (segment: Segment, word: number | undefined, tool: number): boolean => {
  if (word === undefined) return false
  const posting = findPosting(segment, word, tool)
  return posting >= 0 && ((segment.fields[posting] ?? 0) & nameBit) !== 0
}
