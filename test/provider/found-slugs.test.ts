import { expect, test } from 'vitest'
import { foundSlugs } from '../../src/index.ts'
import { verifies } from '../requirements.ts'

const found = {
  results: [{ primary_tool_slugs: ['C', 'B'], related_tool_slugs: ['A'] }],
  tool_schemas: { A: {}, B: {}, C: {} },
}

test('reads the primary results of a search, or the schemas that were asked for, parsed or as text', () => {
  verifies('adapters.on-demand')
  expect(foundSlugs('SVC_SEARCH_TOOLS', found)).toEqual(['C', 'B'])
  expect(foundSlugs('SVC_GET_TOOL_SCHEMAS', JSON.stringify({ tool_schemas: { A: {} } }))).toEqual([
    'A',
  ])
})

test.each<[string, string, unknown]>([
  ['another tool', 'OTHER', found],
  ['text that was cut', 'SVC_SEARCH_TOOLS', JSON.stringify(found).slice(0, 40)],
  ['a failure', 'SVC_SEARCH_TOOLS', '{"error":"The search failed"}'],
  ['a list', 'SVC_SEARCH_TOOLS', [found]],
])('finds nothing in %s', (_, toolName, shown) => {
  expect(foundSlugs(toolName, shown)).toEqual([])
})
