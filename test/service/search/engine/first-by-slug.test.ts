import { expect, it } from 'vitest'
import {
  buildSegment,
  createSearchIndex,
  createToolFilter,
  removeTools,
  search,
} from '../../../../src/service/search/engine/index.ts'

const tool = (slug: string) => ({
  slug,
  name: 'Read it',
  toolkit: 'notes',
  description: '',
  parameters: [],
})

/** More tools with the same score than are scored, in an order that is not that of their slugs. */
const slugs = Array.from({ length: 900 }, (_, at) => `NOTES_${String((at * 7919) % 900)}`)
const index = createSearchIndex(
  [0, 1, 2].map((part) => buildSegment(slugs.filter((_, at) => at % 3 === part).map(tool))),
)

const find = (given: Pick<Parameters<typeof search>[1], 'filter'> = {}, of = index): string[] =>
  search(of, { useCase: 'read', limit: 20, ...given }).primary.map(({ slug }) => slug)

it('chooses equal tools by their slugs, whatever segments they are in', () => {
  expect(find()).toEqual(slugs.toSorted().slice(0, 20))
})

it('chooses them from those that may be found', () => {
  const isAllowed = (slug: string) => !slug.endsWith('1')
  const isLeft = (slug: string) => isAllowed(slug) && slug !== 'NOTES_0'
  expect(find({ filter: createToolFilter(isAllowed) }, removeTools(index, ['NOTES_0']))).toEqual(
    slugs.filter(isLeft).toSorted().slice(0, 20),
  )
})
