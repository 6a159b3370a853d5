import { stopWords, politeWords } from '../../../../src/service/search/engine/query/stop-words.ts'
import { toStem } from '../../../../src/service/search/engine/words/stem.ts'
import type { DataTool } from '../data.ts'

export const fieldNames = ['name', 'toolkit', 'description', 'parameters', 'details'] as const
export type FieldName = (typeof fieldNames)[number]

/**
 * The fields of a tool as the other engines get them: identifiers taken apart, for none of them
 * does it.
 */
export const toTexts = ({
  id,
  name,
  toolkit,
  description,
  parameters,
}: DataTool): Record<FieldName | 'id', string> => ({
  id,
  name: takeApart(name),
  toolkit: takeApart(toolkit),
  description,
  parameters: takeApart(Object.keys(parameters.properties).join(' ')),
  details: Object.values(parameters.properties)
    .map((schema) => schema.description ?? '')
    .join(' '),
})

/** The words of a query without our stop list. */
export const toAskedWords = (query: string): string[] => {
  const words =
    takeApart(query)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.filter((word) => !isStopWord(toStem(word))))]
}

export const isStopWord = (stem: string): boolean => stopWords.has(stem) || politeWords.has(stem)

const takeApart = (text: string): string =>
  text.replaceAll('_', ' ').replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
