import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { workConcurrently } from '../../../src/service/search/index/work-concurrently.ts'

it('works with every worker at once, and yields in the order of the items', async () => {
  let running = 0
  let most = 0
  const workers: string[] = []
  const found: number[] = []
  for await (const result of workConcurrently(['a', 'b'], [30, 1, 10, 1], async (worker, ms) => {
    workers.push(worker)
    running += 1
    most = Math.max(most, running)
    await sleep(ms)
    running -= 1
    return ms
  }))
    found.push(result)
  expect(found).toEqual([30, 1, 10, 1])
  expect(most).toBe(2)
  expect(new Set(workers)).toEqual(new Set(['a', 'b']))
})

it('takes no more items once one failed, and throws when its turn comes', async () => {
  const begun: number[] = []
  const found: number[] = []
  const results = workConcurrently(['a'], [1, 2, 3, 4], async (_worker, item) => {
    begun.push(item)
    if (item === 2) throw new Error('broken')
    return item
  })
  await expect(
    (async () => {
      for await (const result of results) found.push(result)
    })(),
  ).rejects.toThrow('broken')
  expect(found).toEqual([1])
  expect(begun).toEqual([1, 2])
})

it('takes no more items once the consumer stops', async () => {
  const begun: number[] = []
  const items = Array.from({ length: 100 }, (_unused, index) => index)
  for await (const result of workConcurrently(['a', 'b'], items, async (_worker, item) => {
    begun.push(item)
    await sleep(1)
    return item
  }))
    if (result === 3) break
  await sleep(20)
  expect(begun.length).toBeLessThan(20)
})
