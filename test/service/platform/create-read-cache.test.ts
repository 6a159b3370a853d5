import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createReadCache } from '../../../src/service/platform/create-read-cache.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Loads that end when the test says so. */
const controlled = () => {
  const loads: PromiseWithResolvers<{ value: number } | undefined>[] = []
  const recent = createReadCache<{ value: number }>(
    () => {
      const load = Promise.withResolvers<{ value: number } | undefined>()
      loads.push(load)
      return load.promise
    },
    { forMs: 60_000, maximum: 2 },
  )
  return { loads, recent }
}

describe('what was read a moment ago', () => {
  it('is read once for all who ask', async () => {
    const { loads, recent } = controlled()
    const asked = [recent.get('a'), recent.get('a')]
    loads[0]?.resolve({ value: 1 })
    expect(await Promise.all(asked)).toEqual([{ value: 1 }, { value: 1 }])
    expect(await recent.get('a')).toEqual({ value: 1 })
    expect(loads).toHaveLength(1)
  })

  it('is read again when it is forgotten in the middle, and who waits is answered all the same', async () => {
    const { loads, recent } = controlled()
    const before = recent.get('a')
    recent.forget('a')
    const after = recent.get('a')
    loads[1]?.resolve({ value: 2 })
    loads[0]?.resolve({ value: 1 })
    expect(await before).toEqual({ value: 1 })
    expect(await after).toEqual({ value: 2 })
    expect(await recent.get('a')).toEqual({ value: 2 })
  })

  it('is read anew by a reload, though it is being read', async () => {
    const { loads, recent } = controlled()
    void recent.get('a')
    const reloaded = recent.reload('a')
    loads[1]?.resolve({ value: 2 })
    loads[0]?.resolve({ value: 1 })
    expect(await reloaded).toEqual({ value: 2 })
    expect(await recent.get('a')).toEqual({ value: 2 })
  })

  it('is asked for again when it was not there or could not be read', async () => {
    const { loads, recent } = controlled()
    const missing = recent.get('a')
    loads[0]?.resolve(undefined)
    expect(await missing).toBeUndefined()
    const failing = recent.get('a')
    loads[1]?.reject(new Error('away'))
    await expect(failing).rejects.toThrow('away')
    const found = recent.get('a')
    loads[2]?.resolve({ value: 3 })
    expect(await found).toEqual({ value: 3 })
  })

  it('is read again for every key with the beginning that is forgotten', async () => {
    const { loads, recent } = controlled()
    void recent.get('p1 a')
    void recent.get('p2 a')
    recent.forgetAll('p1 ')
    void recent.get('p2 a')
    const again = recent.get('p1 a')
    expect(loads).toHaveLength(3)
    loads[2]?.resolve({ value: 3 })
    expect(await again).toEqual({ value: 3 })
  })

  it('is in memory no longer than it is used', async () => {
    const held = new Map<string, WeakRef<object>>()
    const recent = createReadCache(
      async (key: string) => {
        const value = { secret: key.repeat(1000) }
        held.set(key, new WeakRef(value))
        return value
      },
      { forMs: 20, maximum: 10 },
    )
    await recent.get('a')
    await expect
      .poll(async () => {
        await new Promise(setImmediate)
        collectGarbage()
        return held.get('a')?.deref() === undefined
      })
      .toBe(true)
  })
})
