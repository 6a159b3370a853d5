import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatcher } from '../../../src/service/platform/batcher.ts'
import { DatabaseUnavailableError } from '../../../src/service/platform/database/index.ts'

/** A batcher that notes its writes. */
const recordWrites = (
  write: (items: number[]) => Promise<void> = async () => {},
  maximumItems?: number,
) => {
  const writes: number[][] = []
  const add = createBatcher<number>((items) => {
    writes.push(items)
    return write(items)
  }, maximumItems)
  return { writes, add }
}

test('writes in one go what different callbacks of one turn of the event loop bring', async () => {
  const { writes, add } = recordWrites()

  const first = nextTurn().then(() => add(1))
  const second = nextTurn().then(() => add(2))
  await Promise.all([first, second, add(3)])

  expect(writes.flat().toSorted()).toEqual([1, 2, 3])
  expect(writes.length).toBeLessThan(3)
})

test('gathers what comes during a write for the next one', async () => {
  const release = Promise.withResolvers<void>()
  const { writes, add } = recordWrites(() => release.promise)

  const first = add(1)
  await nextTurn()
  const later = [add(2), add(3)]
  await nextTurn()
  expect(writes).toEqual([[1]])

  release.resolve()
  await Promise.all([first, ...later])
  expect(writes).toEqual([[1], [2, 3]])
})

test('writes the others of a batch with one that cannot be written', async () => {
  const written: number[] = []
  const { writes, add } = recordWrites(async (items) => {
    if (items.includes(6)) throw new Error('invalid text')
    written.push(...items)
  })

  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map(add))

  expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([
    5,
  ])
  expect(written).toEqual([1, 2, 3, 4, 5, 7, 8])
  expect(writes.length).toBe(1 + 2 * 3)
})

test('does not try each item of a batch while the database is unavailable', async () => {
  const { writes, add } = recordWrites(async () => {
    throw new DatabaseUnavailableError('It is away', { cause: undefined })
  })

  const outcomes = await Promise.allSettled([1, 2, 3].map(add))

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(writes).toEqual([[1, 2, 3]])
})

test('writes no more than the maximum at a time, in the order of arrival', async () => {
  const { writes, add } = recordWrites(undefined, 2)

  await Promise.all([1, 2, 3, 4, 5].map(add))

  expect(writes).toEqual([[1, 2], [3, 4], [5]])
})

test('with patience waits for those who are expected, and no longer than until none is', async () => {
  const writes: number[][] = []
  let expected = 2
  const add = createBatcher<number>(async (items) => void writes.push(items), undefined, {
    maxDelayMs: 60_000,
    batchSize: 50,
    expected: () => expected,
  })

  const first = add(1)
  await nextTurn()
  await nextTurn()
  expect(writes).toEqual([])
  expected = 1
  const second = add(2)
  await nextTurn()
  await nextTurn()
  expect(writes).toEqual([])
  expected = 0
  await Promise.all([first, second, add(3)])

  expect(writes).toEqual([[1, 2, 3]])
})

test('with patience writes when there are enough, or when it was long enough, whoever is expected', async () => {
  const writes: number[][] = []
  const add = createBatcher<number>(async (items) => void writes.push(items), undefined, {
    maxDelayMs: 10,
    batchSize: 2,
    expected: () => 1,
  })

  await Promise.all([add(1), add(2)])
  await add(3)

  expect(writes).toEqual([[1, 2], [3]])
})

test('with patience does not wait while the process has nothing else to do', async () => {
  const writes: number[][] = []
  const add = createBatcher<number>(async (items) => void writes.push(items), undefined, {
    maxDelayMs: 2 ** 30,
    batchSize: 50,
    expected: () => 1,
  })

  await add(1)

  expect(writes).toEqual([[1]])
})
