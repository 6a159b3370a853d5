import type { Tool } from '../../contract/index.ts'
import { firstSentence } from '../first-sentence.ts'

/** A tool as a line of a table. */
export const toToolRow = ({ slug, description, is_deprecated }: Tool): string[] => [
  slug,
  `${is_deprecated ? '(deprecated) ' : ''}${firstSentence(description)}`,
]
