import { expect, test } from 'vitest'
import { loadedSlugs, type ToolMention } from '../../src/provider/session-tools/loaded-slugs.ts'
import { verifies } from '../requirements.ts'

const search = (...slugs: string[]): ToolMention => ({
  toolName: 'SVC_SEARCH_TOOLS',
  output: {
    results: [{ primary_tool_slugs: slugs }],
    tool_schemas: Object.fromEntries(slugs.map((slug) => [slug, {}])),
  },
})
const call = (toolName: string): ToolMention => ({ toolName })

test.each<[string, ToolMention[], string[]]>([
  ['in the order in which they were found', [search('B', 'A'), search('C')], ['B', 'A', 'C']],
  ['whatever is called or found again', [search('A', 'B'), call('B'), search('B')], ['A', 'B']],
  ['without the least recently found', [search('A', 'B'), search('C', 'D')], ['A', 'C', 'D']],
  ['with what was called last', [search('A', 'B'), call('B'), search('C', 'D')], ['B', 'C', 'D']],
  ['one found again last', [search('A', 'B', 'C'), search('D'), search('C')], ['A', 'D', 'C']],
  ['the best of too many', [search('A', 'B', 'C', 'D')], ['A', 'B', 'C']],
  ['nothing that was only called', [call('A')], []],
  [
    'tools by the names of models',
    [search('a/b', 'B'), call('a_x2f_b'), search('C', 'D')],
    ['a/b', 'C', 'D'],
  ],
])('loads %s', (_, mentions, slugs) => {
  verifies('adapters.on-demand')
  expect(loadedSlugs(mentions, 3)).toEqual(slugs)
})
