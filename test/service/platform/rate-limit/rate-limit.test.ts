import { beforeAll, beforeEach, expect, it } from 'vitest'
import { dayMs, minuteMs } from '../../../../src/service/platform/clock.ts'
import { rateLimitRetention } from '../../../../src/service/platform/rate-limit/index.ts'
import { deleteExpired } from '../../../../src/service/platform/retention/index.ts'
import {
  createRateLimit,
  rateLimitMigrations,
  type RateLimit,
} from '../../../../src/service/platform/rate-limit/index.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'

describeEachEngine('a rate limit', (open) => {
  let database: TemporaryDatabase
  let now: number
  const clock = { now: () => new Date(now) }

  beforeAll(async () => {
    database = await open()
    await database.migrate(rateLimitMigrations)
  })
  beforeEach(async () => {
    now = Date.parse('2026-01-01T00:00:15.000Z')
    await database.handle
      .withTables<{ rate_limits: { name: string } }>()
      .deleteFrom('rate_limits')
      .execute()
  })

  const allowed = async (limit: RateLimit, count: number, name = 'key') =>
    (await Promise.all(Array.from({ length: count }, () => limit.take(name)))).filter(
      (turn) => turn.allowed,
    ).length

  it('allows exactly so many in a minute, and as many in the next', async () => {
    const limit = createRateLimit(database, { limit: 50, clock })
    expect(await allowed(limit, 60)).toBe(50)
    now += 45_000
    expect(await allowed(limit, 60)).toBe(50)
  })

  it('says what is left and until when', async () => {
    const limit = createRateLimit(database, { limit: 2, clock })
    expect(await limit.take('key')).toEqual({ allowed: true, remaining: 1, resetSeconds: 45 })
    now += 500
    expect(await limit.take('key')).toEqual({ allowed: true, remaining: 0, resetSeconds: 45 })
    expect(await limit.take('key')).toEqual({ allowed: false, remaining: 0, resetSeconds: 45 })
  })

  it('counts each name on its own', async () => {
    const limit = createRateLimit(database, { limit: 1, clock })
    expect(await allowed(limit, 3, 'one')).toBe(1)
    expect(await allowed(limit, 3, 'other')).toBe(1)
  })

  it('holds for all nodes together, exactly up to 20 and with one share for each idle node above', async () => {
    const small = [
      createRateLimit(database, { limit: 20, clock }),
      createRateLimit(database, { limit: 20, clock }),
    ] as const
    expect((await allowed(small[0], 15, 'small')) + (await allowed(small[1], 15, 'small'))).toBe(20)

    const large = [
      createRateLimit(database, { limit: 100, clock }),
      createRateLimit(database, { limit: 100, clock }),
    ] as const
    expect(await allowed(large[1], 1, 'large')).toBe(1)
    // The second node keeps the rest of its share of five.
    expect(await allowed(large[0], 200, 'large')).toBe(95)
    expect(await allowed(large[1], 200, 'large')).toBe(4)
  })

  it('forgets minutes that are over', async () => {
    const limit = createRateLimit(database, { limit: 1, clock })
    const count = async () =>
      (
        await database.handle
          .withTables<{ rate_limits: { name: string } }>()
          .selectFrom('rate_limits')
          .select('name')
          .execute()
      ).length
    await limit.take('key')
    await deleteExpired(database.handle, rateLimitRetention, clock.now())
    expect(await count()).toBe(1)
    now += 2 * 60 * 60 * 1000
    await deleteExpired(database.handle, rateLimitRetention, clock.now())
    expect(await count()).toBe(0)
  })

  it('goes by the clock that is ahead', async () => {
    const ahead = createRateLimit(database, {
      limit: 3,
      clock: { now: () => new Date(now + 60_000) },
    })
    const behind = createRateLimit(database, { limit: 3, clock })
    expect(await allowed(behind, 1)).toBe(1)
    expect(await allowed(ahead, 2)).toBe(2)
    expect(await allowed(behind, 2)).toBe(1)
    expect(await allowed(ahead, 1)).toBe(0)
  })

  it('that a clock far ahead counted does not hold when it is right again', async () => {
    const limit = createRateLimit(database, { limit: 10, clock })
    const right = now
    now += 400 * dayMs
    expect(await allowed(limit, 3)).toBe(3)
    now = right
    expect(await allowed(limit, 30)).toBe(10)
    expect((await limit.take('key')).resetSeconds).toBe(45)
    now += minuteMs
    expect(await allowed(limit, 30)).toBe(10)
  })
})
