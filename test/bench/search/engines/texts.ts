import { chatter, politeness } from '../../../../src/service/search/engine/query/chatter.ts'
import { toStem } from '../../../../src/service/search/engine/words/stem.ts'
import type { DataTool } from '../data.ts'

/** The fields of a tool as the other engines get them: identifiers taken apart, for none of them does it. */
export const toTexts = ({ id, name, toolkit, description, parameters }: DataTool) => ({
  id,
  name: takeApart(name),
  toolkit: takeApart(toolkit),
  description,
  parameters: takeApart(Object.keys(parameters.properties).join(' ')),
  details: Object.values(parameters.properties).map((schema) => schema.description ?? '').join(' '),
})

export const fieldNames = ['name', 'toolkit', 'description', 'parameters', 'details'] as const

/** What every field counts with the other engines: nearly the best of eleven sets tried with FTS5. MiniSearch and Orama take the same and were not tuned on their own. */
export const fieldWeights = { name: 3, toolkit: 1, description: 1, parameters: 0.6, details: 0.4 }

/** The words of a query without our stop list. */
export const toAskedWords = (query: string): string[] => {
  const words = takeApart(query).toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.filter((word) => !chatter.has(toStem(word)) && !politeness.has(toStem(word))))]
}

const takeApart = (text: string): string => text.replaceAll('_', ' ').replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
