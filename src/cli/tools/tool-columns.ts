import type { Tool } from '../../contract/index.ts'
import { firstSentence } from '../first-sentence.ts'
import type { Columns } from '../print-list.ts'

/** What a table shows of tools. */
export const toolColumns: Columns<Tool> = {
  TOOL: ({ slug }) => slug,
  DESCRIPTION: ({ description, is_deprecated }) =>
    `${is_deprecated ? '(deprecated) ' : ''}${firstSentence(description)}`,
}
