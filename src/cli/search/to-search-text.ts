import type { SearchResponse } from '../../contract/session-search.ts'
import { firstSentence } from '../first-sentence.ts'
import { toTable } from '../to-table.ts'

type Result = SearchResponse['results'][number]
type Schemas = SearchResponse['tool_schemas']

/**
 * Formats search results as text, first whether only the nearest were found: one line per tool, followed by the explanation of its rank if the
 * answer contains one.
 */
export const toSearchText = (result: Result, schemas: Schemas): string => {
  if (result.error) return `The search failed: ${result.error}`
  if (result.primary_tool_slugs.length === 0)
    return 'No tool matches. Try other words: the service, the object, and the action.'
  const isNearest = result.fits === false
  const slugs = [...result.primary_tool_slugs, ...result.related_tool_slugs]
  const lines = toTable(
    slugs.map((slug, position) => [
      position < result.primary_tool_slugs.length ? (isNearest ? 'nearest' : 'meant') : 'related',
      slug,
      firstSentence(schemas[slug]?.description ?? ''),
    ]),
  ).split('\n')
  return [
    ...(isNearest ? ['No tool surely fits; these are only the nearest:'] : []),
    ...lines.flatMap((line, position) => [line, ...toReasons(result, slugs[position] ?? '')]),
  ].join('\n')
}

/** Formats how many tools have use cases that a language model wrote. */
export const toEnrichmentText = ({
  enriched_tools,
  waiting_tools,
  failed_tools,
}: NonNullable<SearchResponse['enrichment']>): string =>
  `Use cases: ${enriched_tools} tools enriched, ${waiting_tools} waiting, ${failed_tools} failed`

const toReasons = ({ explanations = [] }: Result, slug: string): string[] => {
  const explanation = explanations.find(({ tool_slug }) => tool_slug === slug)
  if (!explanation) return []
  const words = explanation.words.map(
    ({ word, for: said, fields, score }) =>
      `    ${score.toFixed(2).padStart(6)}  ${word}${said ? ` (for ${said.join(', ')})` : ''} in ${fields.join(', ')}`,
  )
  return [
    `    score ${explanation.score.toFixed(2)}${explanation.learned === undefined ? '' : `, users chose it before: ${explanation.learned.toFixed(2)}`}`,
    ...words,
  ]
}
