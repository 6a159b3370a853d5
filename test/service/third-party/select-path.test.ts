import { expect, it } from 'vitest'
import { selectPath } from '../../../src/service/third-party/index.ts'

it('selects by names and indexes, and the whole by none', () => {
  const value = { data: { items: [{ id: 1 }] } }
  expect(selectPath(value, '')).toBe(value)
  expect(selectPath(value, 'data.items.0.id')).toBe(1)
  expect(selectPath(value, 'data.items.1.id')).toBeUndefined()
  expect(selectPath(value, 'data.constructor')).toBeUndefined()
})

it('finds names that have dots themselves', () => {
  expect(selectPath({ '@odata.nextLink': 'next' }, '@odata.nextLink')).toBe('next')
  expect(selectPath({ a: { 'b.c': { d: 1 } } }, 'a.b.c.d')).toBe(1)
  expect(selectPath({ a: { b: 2 }, 'a.b': 1 }, 'a.b')).toBe(2)
})
