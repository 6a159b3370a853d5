import type { Tool } from '../../contract/index.ts'
import { firstSentence } from '../first-sentence.ts'

/** Formats a tool as a table row. */
export const toToolRow = ({ slug, description, is_deprecated }: Tool): string[] => [
  slug,
  `${is_deprecated ? '(deprecated) ' : ''}${firstSentence(description)}`,
]
