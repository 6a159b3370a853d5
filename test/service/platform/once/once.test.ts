import { beforeAll, beforeEach, expect, it } from 'vitest'
import { onceRetention } from '../../../../src/service/platform/once/index.ts'
import {
  deleteExpired,
  deleteScope,
  toKept,
} from '../../../../src/service/platform/retention/index.ts'
import {
  createOnce,
  onceMigrations,
  type Once,
} from '../../../../src/service/platform/once/index.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'

describeEachEngine('work that is done once', (open) => {
  let database: TemporaryDatabase
  let now: number
  let once: Once
  const clock = { now: () => new Date(now) }
  const later = (seconds: number) => (now += seconds * 1000)

  beforeAll(async () => {
    database = await open()
    await database.migrate(onceMigrations)
  })
  beforeEach(async () => {
    now = Date.parse('2026-01-01T00:00:00.000Z')
    await database.handle.withTables<{ once: { name: string } }>().deleteFrom('once').execute()
    once = createOnce(database, { clock })
  })

  const work = (name: string, digest = 'digest') => ({ scope: 'tenant_1', name, digest })

  const count = async () =>
    (
      await database.handle
        .withTables<{ once: { name: string } }>()
        .selectFrom('once')
        .select('name')
        .execute()
    ).length

  const take = async (name: string) => {
    const claim = await once.claim(work(name))
    if (claim.state !== 'claimed') throw new Error(`${name} is ${claim.state}`)
    return claim
  }

  it('goes to one of many who ask for it at the same time', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => once.claim(work('a'))))
    expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1)
    expect(claims.filter(({ state }) => state === 'running')).toHaveLength(19)
  })

  it('is told apart from other work of the same name', async () => {
    await take('a')
    expect(await once.claim(work('a', 'another digest'))).toEqual({ state: 'different' })
    expect(await once.claim(work('b'))).toMatchObject({ state: 'claimed' })
  })

  it('keeps its outcome for a day', async () => {
    await (await take('a')).finish('the outcome')
    later(24 * 60 * 60 - 1)
    expect(await once.claim(work('a'))).toEqual({ state: 'finished', outcome: 'the outcome' })
    await deleteExpired(database.handle, onceRetention(toKept()), clock.now())
    expect(await count()).toBe(1)
    later(2)
    expect(await once.claim(work('a'))).toMatchObject({ state: 'claimed' })
  })

  it('says how long it is running', async () => {
    await take('a')
    later(5)
    expect(await once.claim(work('a'))).toEqual({ state: 'running', forMs: 5000 })
  })

  it('may be done by the next when it was released', async () => {
    await (await take('a')).release()
    expect(await once.claim(work('a'))).toMatchObject({ state: 'claimed' })
  })

  it('is not done again when it was given up, or nobody heard of it any more', async () => {
    await (await take('a')).abandon()
    expect(await once.claim(work('a'))).toEqual({ state: 'unknown' })
    await take('b')
    later(31)
    expect(await once.claim(work('b'))).toEqual({ state: 'unknown' })
  })

  it('has an outcome after all when who was thought dead finishes', async () => {
    const claim = await take('a')
    later(31)
    await claim.finish('late')
    expect(await once.claim(work('a'))).toEqual({ state: 'finished', outcome: 'late' })
  })

  it('is taken over from a holder that disappeared or ended, if it may be done again', async () => {
    await take('a')
    expect(await once.claim({ ...work('a'), mayRunAgain: true })).toMatchObject({
      state: 'running',
    })
    later(31)
    const next = await once.claim({ ...work('a'), mayRunAgain: true })
    if (next.state !== 'claimed') throw new Error(next.state)
    await next.finish('')
    expect(await once.cancel(work('a'))).toBe('finished')
    expect(await once.claim({ ...work('a'), digest: 'other', mayRunAgain: true })).toMatchObject({
      state: 'claimed',
    })
  })

  it('is cancelled from here and from another node', async () => {
    const [here, there] = [await take('a'), await take('b')]
    const other = createOnce(database, { clock })
    expect(await once.cancel(work('a'))).toBe('cancelling')
    expect(here.signal.aborted).toBe(true)

    const aborted = new Promise((resolve) => there.signal.addEventListener('abort', resolve))
    expect(await other.cancel(work('b'))).toBe('cancelling')
    await aborted
    await there.finish('cancelled')
    expect(await other.cancel(work('b'))).toBe('finished')
  })

  it('is cancelled only by who names its subject, and before it begins for a while', async () => {
    await once.claim({ ...work('a'), subject: 'session_1' })
    expect(await once.cancel(work('a'))).toBe('other')
    expect(await once.cancel({ ...work('a'), subject: 'session_2' })).toBe('other')
    later(31)
    expect(await once.cancel({ ...work('a'), subject: 'session_1' })).toBe('unknown')

    expect(await once.cancel(work('b'))).toBe('prevented')
    expect(await once.claim(work('b'))).toEqual({ state: 'prevented', forMs: 30_000 })
    later(31)
    expect(await once.claim(work('b'))).toMatchObject({ state: 'claimed' })
  })

  it.each([20, -20])(
    'stays cancelled for ten seconds on a node whose clock differs by %d seconds',
    async (skew) => {
      const other = createOnce(database, { clock: { now: () => new Date(now + skew * 1000) } })
      expect(await once.cancel(work('a'))).toBe('prevented')
      later(9)
      expect(await other.claim(work('a'))).toMatchObject({ state: 'prevented' })
      later(42)
      expect(await other.claim(work('a'))).toMatchObject({ state: 'claimed' })
    },
  )

  it('is unknown, not running for days, when the clock that gave its lease was ahead', async () => {
    later(2 * 24 * 3600)
    await once.claim(work('a'))
    later(-2 * 24 * 3600)
    expect(await once.claim(work('a'))).toEqual({ state: 'unknown' })
    expect((await once.listUnknown(10)).map(({ name }) => name)).toEqual(['a'])
    expect(await once.cancel(work('a'))).toBe('unknown')
    expect(await once.resolveUnknown('a', undefined)).toBe(true)
    expect(await once.claim(work('a'))).toMatchObject({ state: 'claimed' })

    later(240)
    await once.claim(work('b'))
    later(-240)
    expect(await once.claim(work('b'))).toMatchObject({ state: 'running' })
    expect(await once.listUnknown(10)).toEqual([])
  })

  it('is forgotten with its scope', async () => {
    await (await take('a')).finish('done')
    await deleteScope(database.handle, onceRetention(toKept()), 'tenant_2')
    expect(await once.claim(work('a'))).toMatchObject({ state: 'finished' })
    await deleteScope(database.handle, onceRetention(toKept()), 'tenant_1')
    expect(await once.claim(work('a'))).toMatchObject({ state: 'claimed' })
  })

  it('is forgotten after a day, and what comes after it is left alone', async () => {
    const old = await take('a')
    await take('b')
    later(24 * 60 * 60)
    const fresh = await take('a')
    await old.finish('too late')
    await old.release()
    expect(await once.claim(work('a'))).toMatchObject({ state: 'running' })
    await deleteExpired(database.handle, onceRetention(toKept()), clock.now())
    expect(await count()).toBe(1)
    await fresh.finish('new')
    expect(await once.claim(work('a'))).toEqual({ state: 'finished', outcome: 'new' })
  })
})
