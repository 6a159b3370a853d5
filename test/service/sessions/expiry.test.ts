import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { dayMs } from '../../../src/service/platform/clock.ts'
import { verifies } from '../../requirements.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startService } from '../../support/start-service.ts'

const start = new Date('2026-11-28T12:00:00.000Z')
const after = (days: number) => new Date(start.getTime() + days * dayMs)

/** A service whose clock is set by days since the start of the test. */
const startAt = async (kept = {}) => {
  const shared = await createSharedDatabase()
  let now = start
  const service = await startService({ database: shared.database, clock: { now: () => now }, kept })
  return {
    service,
    at: async (days: number) => {
      now = after(days)
      // Other nodes, and this one, know a session for half a second.
      await new Promise((resolve) => setTimeout(resolve, 600))
    },
  }
}

it('a session ends when it is unused for 30 days, and each use moves that ahead', async () => {
  verifies('sessions.idle')
  const { service, at } = await startAt()
  const { sessions } = service.client
  const { session_id } = await sessions.create({ body: { user_id: 'ada' } })
  const get = async () => (await sessions.get({ params: { session_id } })).expires_at
  expect(await get()).toBe(after(30).toISOString())
  await at(0.5)
  // Hardly later: not worth a write.
  expect(await get()).toBe(after(30).toISOString())
  await at(20)
  expect(await get()).toBe(after(50).toISOString())
  expect((await sessions.list({})).items).toMatchObject([
    { session_id, expires_at: after(50).toISOString() },
  ])
  await at(49.9)
  expect(await get()).toBe(after(79.9).toISOString())
  await at(79.9)
  await expect(get()).rejects.toMatchObject({ slug: 'not_found' })
})

it('a session ends at the latest when the operator says, whatever it asks for', async () => {
  verifies('sessions.longest')
  const { service, at } = await startAt({ sessionIdle: 5, sessions: 12 })
  const { sessions } = service.client
  const { session_id } = await sessions.create({ body: { user_id: 'ada', expires_after_days: 2 } })
  const params = { session_id }
  expect(await sessions.get({ params })).toMatchObject({ expires_at: after(2).toISOString() })
  const longer = await sessions.update({ params, body: { expires_after_days: 8 } })
  expect(longer.expires_at).toBe(after(8).toISOString())
  await at(7)
  expect(await sessions.get({ params })).toMatchObject({ expires_at: after(12).toISOString() })
  const usual = await sessions.update({ params, body: { expires_after_days: null } })
  expect(usual.expires_at).toBe(after(12).toISOString())
  await at(12)
  await expect(sessions.get({ params })).rejects.toMatchObject({ slug: 'not_found' })
})

it('what has ended is deleted with all that belonged to it; what an older version created gets an end', async () => {
  verifies('sessions.deleted-when-ended')
  const { database, query } = await createSharedDatabase()
  let now = start
  const startOn = (days: number) => {
    now = after(days)
    return startService({ database, clock: { now: () => now } })
  }
  const first = await startOn(0)
  const { sessions } = first.client
  const create = async (user_id: string) =>
    (await sessions.create({ body: { user_id } })).session_id
  const [ended, kept, older] = [await create('ada'), await create('eve'), await create('old')]
  for (const session_id of [ended, kept])
    await sessions.createMcpKey({ params: { session_id }, body: { expires_in_seconds: 3_000_000 } })
  // As a node of the version before inserts it.
  const { handle } = await openServiceDatabase(database)
  await sql`update sessions set expires_at = null where id = ${older}`.execute(handle)
  now = after(20)
  await expect
    .poll(async () => (await sessions.get({ params: { session_id: kept } })).expires_at)
    .toBe(after(50).toISOString())
  await first.close()

  // What was due meanwhile is done when a service starts.
  const second = await startOn(21)
  await expect
    .poll(() => query(`select expires_at from sessions where id = '${older}'`), { timeout: 60_000 })
    .toEqual([{ expires_at: after(51).toISOString() }])
  await second.close()

  await startOn(31)
  await expect
    .poll(
      async () =>
        (await query('select id from sessions')).map((row) => String(row['id'])).toSorted(),
      { timeout: 60_000 },
    )
    .toEqual([kept, older].toSorted())
  await expect
    .poll(() => query('select session_id from session_mcp_keys'), { timeout: 60_000 })
    .toEqual([{ session_id: kept }])
})
