import { expect, it, vi } from 'vitest'
import { createSlots } from '../../../../src/service/sessions/workbench/slots.ts'
import { verifies } from '../../../requirements.ts'

const never = new AbortController().signal

/** Work that ends when it is told to, and says whether it has begun. */
const work = () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const state = { begun: false, end: resolve, run: () => ((state.begun = true), promise) }
  return state
}

it('so much runs at a time, less of one owner, and the rest in turn', async () => {
  verifies('workbench.slots')
  const inSlot = createSlots({ total: 3, perOwner: 2, waiting: 10, waitMs: 60_000 })
  const [first, second, third, other, last] = [work(), work(), work(), work(), work()]
  const results = [inSlot('a', never, first.run), inSlot('a', never, second.run), inSlot('a', never, third.run), inSlot('b', never, other.run), inSlot('b', never, last.run)]
  await vi.waitFor(() => expect([first, second, third, other, last].map(({ begun }) => begun)).toEqual([true, true, false, true, false]), { timeout: 10_000 })
  other.end('other')
  expect(await results[3]).toBe('other')
  await vi.waitFor(() => expect(last.begun).toBe(true), { timeout: 10_000 })
  expect(third.begun).toBe(false)
  first.end('first')
  expect(await results[0]).toBe('first')
  await vi.waitFor(() => expect(third.begun).toBe(true), { timeout: 10_000 })
  for (const one of [second, third, last]) one.end('done')
  expect(await Promise.all(results)).toEqual(['first', 'done', 'done', 'other', 'done'])
})

it('waiting ends when it is too long, when too many wait, and with the caller', async () => {
  verifies('workbench.slots')
  const inSlot = createSlots({ total: 1, perOwner: 1, waiting: 2, waitMs: 30 })
  const running = work()
  const runs = inSlot('a', never, running.run)
  const leaving = new AbortController()
  const [waits, left, refused] = [inSlot('b', never, work().run), inSlot('c', leaving.signal, work().run), inSlot('d', never, work().run)]
  expect(await refused).toBeUndefined()
  leaving.abort()
  expect(await left).toBeUndefined()
  expect(await waits).toBeUndefined()
  expect(await inSlot('e', leaving.signal, work().run)).toBeUndefined()
  running.end('done')
  expect(await runs).toBe('done')
  await expect(inSlot('a', never, async () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await inSlot('a', never, async () => 'free again')).toBe('free again')
})
