import { expect, test } from 'vitest'
import { enlarge } from '../../../bench/search/data.ts'
import { toSearchable } from '../../../bench/search/engines/plugboard.ts'
import { exampleData } from '../../../bench/search/example-data.ts'
import { addTools, createSearchIndex, search } from '../../../../src/service/search/engine/index.ts'
import { readQuery } from '../../../../src/service/search/engine/query/read-query.ts'
import { resolve } from '../../../../src/service/search/engine/ranking/resolve.ts'
import { scoreTools } from '../../../../src/service/search/engine/ranking/score-tools.ts'
import { toFactor } from '../../../../src/service/search/engine/ranking/signals.ts'
import { keepByWord } from '../../../../src/service/search/engine/ranking/keep-by-word.ts'
import { vocabularyOf } from '../../../../src/service/search/engine/ranking/vocabulary.ts'
import { work } from '../../../../src/service/search/engine/ranking/work.ts'
import { toolAt } from '../../../../src/service/search/engine/search-index.ts'

/** Tools with every mark, for the marks are factors. */
const marked = addTools(
  createSearchIndex(),
  exampleData.tools.map((tool, at) => ({
    ...toSearchable(tool),
    isFeatured: at % 3 === 0,
    isDeprecated: at % 4 === 0,
    tags: at % 5 === 0 ? ['destructiveHint'] : at % 2 === 0 ? ['readOnlyHint'] : [],
  })),
)
const positions = Array.from({ length: marked.size }, (_, position) => position)
const resolved = exampleData.queries.map(({ query }) =>
  resolve(marked, vocabularyOf(marked), readQuery(query)),
)

test('no tool has a factor above the bound by which tools are left out', () => {
  for (const { signals } of resolved)
    for (const position of positions) {
      const place = toolAt(marked, position)
      expect(toFactor(signals.of(place))).toBeLessThanOrEqual(signals.most(place) * (1 + 1e-12))
    }
})

test('the best tools and their scores are the same, however many are wanted', () => {
  const boosts = new Map(
    positions.flatMap((position) =>
      position % 7 === 0 ? [[toolAt(marked, position).slug, 0.7] as const] : [],
    ),
  )
  let least = Infinity
  for (const one of resolved) {
    const all = scoreTools(marked, one, positions, { depth: positions.length, boosts })
    const before = work.judged
    expect(scoreTools(marked, one, positions, { depth: 5, boosts })).toEqual(all.slice(0, 5))
    least = Math.min(least, work.judged - before)
  }

  expect(least).toBeLessThan(positions.length / 2)
})

test('a search reads and judges little of a large catalogue', () => {
  const size = 20_000
  const index = addTools(
    createSearchIndex(),
    [...enlarge(exampleData.tools, size)].map((tool) => toSearchable(tool)),
  )
  for (const { query } of exampleData.queries) {
    const before = { ...work }
    search(index, { useCase: query, limit: 10 })

    expect(work.postings - before.postings, query).toBeLessThan(2 * size)
    expect(work.lookUps - before.lookUps, query).toBeLessThan(size)
    expect(work.judged - before.judged, query).toBeLessThan(400)
  }
})

test('an answer does not depend on what was asked before', () => {
  const shared = createSearchIndex(marked.segments.map(({ segment }) => segment))
  for (const { query } of exampleData.queries.slice(0, 20)) {
    const fresh = createSearchIndex(marked.segments.map(({ segment }) => segment))
    const misspelt = query.replaceAll('e', 'ee')
    for (const useCase of [query, misspelt])
      expect(search(shared, { useCase, limit: 10 }).primary).toEqual(
        search(fresh, { useCase, limit: 10 }).primary,
      )
  }
})

test('an index forgets words before it remembers too many', () => {
  const looked: string[] = []
  const find = keepByWord(3, (word) => {
    looked.push(word)
    return word === 'missing' ? undefined : word.length
  })
  for (const word of ['one', 'missing', 'one', 'missing', 'three'])
    expect(find(word)).toBe(word === 'missing' ? undefined : word.length)

  expect(looked).toEqual(['one', 'missing', 'three'])
  find('fourth')
  find('one')

  expect(looked).toEqual(['one', 'missing', 'three', 'fourth', 'one'])
})

test('frequent words are not read once they can change nothing more', () => {
  const size = 8000
  const index = addTools(
    createSearchIndex(),
    Array.from({ length: size }, (_unused, at) => ({
      slug: `KIT_${at}`,
      name: at < 200 ? `Merge branches ${at}` : `List things ${at}`,
      toolkit: 'kit',
      description: 'Works with the data of a user in an account',
      parameters: [],
    })),
  )
  const before = work.postings
  const { primary } = search(index, { useCase: 'merge branches data user account', limit: 5 })

  expect(primary.map(({ slug }) => slug)).toEqual([
    'KIT_0',
    'KIT_1',
    'KIT_10',
    'KIT_100',
    'KIT_101',
  ])
  expect(work.postings - before).toBeLessThan(size)
})
