import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgres } from '../../../src/service/platform/database/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { startDatabaseProxy } from '../../support/start-database-proxy.ts'
import { engine, startService } from '../../support/start-service.ts'
import { isThorough } from '../../support/thorough.ts'

const maximumConnections = 5
/** Those of the queues. */
const otherConnections = 5

describe.skipIf(engine === 'sqlite')('a database that is away', () => {
  it(
    'in whatever way, is named within five seconds and used again within ten, with no connection left over',
    { timeout: 300_000 },
    async () => {
      verifies('nodes.outage')
      const { url, drop } = await createPostgresDatabase()
      onTestFinished(drop)
      const proxy = await startDatabaseProxy(new URL(url))
      const service = await startService({
        database: { engine: 'postgres', url: proxy.url, maximumConnections },
        logLevel: 'silent',
      })
      const ask = (path: string) =>
        fetch(service.url + path, {
          headers: { 'x-api-key': service.apiKey },
          signal: AbortSignal.timeout(5_000),
        }).then(({ status }) => status)
      const many = (path = '/api/v3/connected_accounts') =>
        Promise.all(Array.from({ length: 20 }, () => ask(path)))
      const back = () =>
        expect.poll(() => ask('/readyz'), { timeout: 60_000, interval: 100 }).toBe(200)
      await many()

      for (let round = 0; round < (isThorough ? 5 : 1); round += 1) {
        proxy.silence()
        // The first take the connections that are open, the others need new ones.
        expect(new Set([...(await many()), ...(await many())])).toEqual(new Set([503]))
        expect(await ask('/healthz')).toBe(200)
        proxy.speak()
        await back()
        expect(new Set(await many())).toEqual(new Set([200]))

        const hit = many()
        proxy.reset()
        expect((await hit).every((status) => status === 200 || status === 503)).toBe(true)
        await back()
        expect(new Set(await many())).toEqual(new Set([200]))

        await proxy.takeAway()
        expect(new Set(await many())).toEqual(new Set([503]))
        await proxy.bringBack()
        await back()
        expect(new Set(await many())).toEqual(new Set([200]))
      }

      const count = async () => {
        const { default: pg } = await import('pg')
        const admin = new pg.Client(process.env['TEST_DATABASE_URL'])
        await admin.connect()
        const { rows } = await admin.query<{ open: number; inTransaction: number }>(
          `select count(*)::int as open, (count(*) filter (where state like 'idle in transaction%'))::int as "inTransaction" from pg_stat_activity where datname = $1`,
          [new URL(url).pathname.slice(1)],
        )
        await admin.end()
        return rows[0]
      }
      await expect
        .poll(async () => (await count())?.open, { timeout: 60_000 })
        .toBeLessThanOrEqual(maximumConnections + otherConnections)
      expect((await count())?.inTransaction).toBe(0)

      // By a job.
      await importToolkit(service, {
        slug: 'open',
        source: { openapi: openNotesApi('http://127.0.0.1:9') },
      })
    },
  )

  it('is not taken for away while it answers slowly', async () => {
    const { url, drop } = await createPostgresDatabase()
    onTestFinished(drop)
    const database = await openPostgres(url, 1)
    onTestFinished(() => database.close())
    await database.migrate({
      slow: { up: async (db) => void (await sql`select pg_sleep(4)`.execute(db)) },
    })
    await database.ping()
  })
})
