import { expect, it, vi } from 'vitest'
import { BusyError } from '../../../src/service/platform/busy-error.ts'
import { createFairQueue } from '../../../src/service/platform/fair-queue.ts'
import { verifies } from '../../requirements.ts'

const never = new AbortController().signal
const patient = { work: 'tests', waitMs: 600_000 }

/** Work that ends when it is told to; `begun` has the names of what began, in order. */
const createWork = () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    begun.push(name)
    ends.set(name, resolve)
    await promise
    return name
  }
  return { begun, work, end: (name: string) => ends.get(name)?.() }
}

it('one owner has half of the slots, and a free one goes to the owner who has the fewest', async () => {
  verifies('workbench.slots', 'fairness.turns')
  const inTurn = createFairQueue({ ...patient, concurrency: 4, waiting: 20 })
  const { begun, work, end } = createWork()
  const results = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2'].map((name) =>
    inTurn(name.slice(0, 1), never, work(name)),
  )
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2'])
  for (const [ended, next] of [
    ['a1', 'c1'],
    ['b1', 'a3'],
    ['b2', 'b3'],
    ['a2', 'c2'],
  ] as const) {
    end(ended)
    await vi.waitFor(() => expect(begun.at(-1)).toBe(next), { timeout: 60_000 })
  }
  for (const name of begun) end(name)
  expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2'])
})

it('whoever waits most gives up a place to whoever waits less', async () => {
  verifies('fairness.turns')
  const inTurn = createFairQueue({ ...patient, concurrency: 1, waiting: 3 })
  const { begun, work, end } = createWork()
  const run = (name: string) =>
    inTurn(name.slice(0, 1), never, work(name)).catch((error: unknown) =>
      error instanceof BusyError ? `${name} refused` : error,
    )
  const results = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'].map(run)
  // a5 finds no place; b1 gets that of a4; b2 would leave a with fewer than b; c1 gets that of a3.
  const outcomes = Promise.all(results)
  for (const name of ['a1', 'a2', 'b1', 'c1']) {
    await vi.waitFor(() => expect(begun).toContain(name), { timeout: 60_000 })
    end(name)
  }
  expect(await outcomes).toEqual([
    'a1',
    'a2',
    'a3 refused',
    'a4 refused',
    'a5 refused',
    'b1',
    'b2 refused',
    'c1',
  ])
})

it('waiting ends when it is too long and with the caller; work that fails leaves its slot', async () => {
  verifies('workbench.slots')
  const inTurn = createFairQueue({ work: 'tests', concurrency: 1, waiting: 2, waitMs: 30 })
  const { work, end } = createWork()
  const runs = inTurn('a', never, work('a'))
  const leaving = new AbortController()
  const [waits, left] = [inTurn('b', never, work('b')), inTurn('c', leaving.signal, work('c'))]
  leaving.abort()
  await expect(left).rejects.toThrow(BusyError)
  await expect(waits).rejects.toThrow('Too many tests are already in progress')
  await expect(inTurn('e', leaving.signal, work('e'))).rejects.toThrow(BusyError)
  end('a')
  expect(await runs).toBe('a')
  await expect(inTurn('a', never, async () => Promise.reject(new Error('failed')))).rejects.toThrow(
    'failed',
  )
  expect(await inTurn('a', never, async () => 'free again')).toBe('free again')
})
