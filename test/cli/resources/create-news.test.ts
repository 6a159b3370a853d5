import { expect, test } from 'vitest'
import { createNews } from '../../../src/cli/resources/create-news.ts'

const open = () => createNews((item) => String((item as { id: string }).id))
const toItems = (...ids: string[]) => ids.map((id) => ({ id }))

test('entries below a known one are news where the whole list was read before', () => {
  const news = open()
  news.remember(toItems('b', 'a'), true)

  expect(news.remember(toItems('c', 'b', 'slow', 'a'), true)).toEqual(toItems('c', 'slow'))
  expect(news.remember(toItems('c', 'b', 'slow', 'a', 'slowest'), true)).toEqual(toItems('slowest'))
  expect(news.remember(toItems('c', 'b'), true)).toEqual([])
  expect(news.remember([{ id: 'c', status: 'changed' }], true)).toEqual([
    { id: 'c', status: 'changed' },
  ])
})

test('of a part of the list, the entries that moved up to its end are no news', () => {
  const news = open()
  news.remember(toItems('d', 'c', 'b'), false)

  expect(news.remember(toItems('e', 'c', 'slow', 'b', 'a'), false)).toEqual(toItems('e', 'slow'))
  expect(news.remember(toItems('g', 'f'), false)).toEqual(toItems('g', 'f'))
})
