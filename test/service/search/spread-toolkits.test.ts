import { expect, it } from 'vitest'
import { spreadToolkits } from '../../../src/service/search/spread-toolkits.ts'
import { verifies } from '../../requirements.ts'

const none = new Set<string>()

/** `a 9, b 8`: tools of these toolkits with these scores. */
const toTools = (text: string) =>
  text.split(', ').map((said, at) => {
    const [toolkit = '', score] = said.split(' ')
    return { slug: `T${at}`, toolkit, score: Number(score) }
  })

const toolkitsOf = (text: string, named: ReadonlySet<string> = none) =>
  spreadToolkits(toTools(text), named)
    .map(({ toolkit }) => toolkit)
    .join('')

it('lets a toolkit have three of five tools while others have close ones', () => {
  verifies('search.toolkits.spread')
  expect(toolkitsOf('a 9, a 9, a 9, a 9, a 9, a 9, b 8, c 7')).toBe('aaabcaaa')
  expect(toolkitsOf('a 9, a 9, a 9, a 9, a 9, b 8')).toBe('aaabaa')
})

it('moves no tool forward that is far below the best', () => {
  verifies('search.toolkits.spread')
  expect(toolkitsOf('a 9, a 9, a 9, a 9, a 9, b 4, c 4')).toBe('aaaaabc')
  expect(toolkitsOf('a 9, a 8, a 7')).toBe('aaa')
})

it('answers a request that names the toolkit of the best tool from there', () => {
  verifies('search.toolkits.spread')
  const text = 'a 9, b 8, a 8, a 7, c 7, a 6, a 5, a 3'
  expect(toolkitsOf(text, new Set(['a']))).toBe('aaaaabca')
  expect(toolkitsOf(text, new Set(['a', 'c']))).toBe('aaacaaba')
  // The best tool is another one's: what is named is only a part of the request.
  expect(toolkitsOf(text, new Set(['b']))).toBe(toolkitsOf(text))
})

it('neither loses nor doubles a tool, however the toolkits are mixed', () => {
  verifies('search.toolkits.spread')
  const tools = Array.from({ length: 997 }, (_unused, at) => ({
    slug: `T${at}`,
    toolkit: 'abcde'[((at * at) % 17) % 5] ?? '',
    score: 1000 - at,
  }))
  for (const named of [none, new Set(['a'])]) {
    const spread = spreadToolkits(tools, named)
    expect(spread).toHaveLength(tools.length)
    expect(new Set(spread)).toEqual(new Set(tools))
  }
  expect(spreadToolkits([], none)).toEqual([])
})
