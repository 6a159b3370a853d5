import { expect, test } from 'vitest'
import { createTurns } from '../../../src/service/sessions/turns.ts'

test('between the parts of a request, others get a turn', async () => {
  const order: string[] = []
  let isDone = false
  const others = () => {
    order.push('others')
    if (!isDone) setImmediate(others)
  }
  setImmediate(others)
  const nextTurn = createTurns()
  await Promise.all(
    ['first', 'second', 'third'].map(async (part) => {
      await nextTurn()
      order.push(part)
    }),
  )
  isDone = true

  const parts = ['first', 'second', 'third']
  const places = parts.map((part) => order.indexOf(part))
  expect(order.filter((each) => each !== 'others')).toEqual(parts)
  expect(order.slice(places[0], places[1])).toContain('others')
  expect(order.slice(places[1], places[2])).toContain('others')
})
