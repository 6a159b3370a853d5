import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { engineOf, type Database } from '../../src/service/platform/database/index.ts'
import { userSteps } from '../../src/service/users/migrations.ts'
import { verifies } from '../requirements.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { openServiceDatabase } from '../support/open-service-database.ts'
import { createSharedDatabase } from '../support/shared-database.ts'
import { startService } from '../support/start-service.ts'

/** As the migration leaves a database that has records. */
const unfill = async ({ handle }: Database) => {
  await sql`delete from project_users`.execute(handle)
  for (const step of userSteps)
    await sql`insert into online_steps (name, migration, table_name, position, rows)
      values (${step}, '0264_project_users', ${step.replace('_users', '')}, '', 0)`.execute(handle)
}

/** Keeps online steps from filling users until the work is done. */
const whileHeld = async (database: Database, work: () => Promise<void>) => {
  const { handle } = database
  if (engineOf(handle) === 'postgres')
    // A transaction that has written goes first.
    return database.transaction(async (transaction) => {
      await sql`lock table connected_accounts in row exclusive mode`.execute(transaction)
      await work()
    })
  // There is one writer, who would have to finish everything. So it fails, and is tried again.
  await sql`create trigger held before delete on online_steps begin select raise(abort, 'held'); end`.execute(
    handle,
  )
  await work()
  await sql`drop trigger held`.execute(handle)
}

it('a node serves while an online step is pending, and says so until it is done', async () => {
  verifies('upgrade.online', 'users.list')
  const shared = await createSharedDatabase()
  const before = await startService({ database: shared.database })
  for (const user of ['ada', 'bo', 'ada'])
    await before.client.sessions.create({ body: { user_id: user } })
  await before.close()
  const beside = await openServiceDatabase(shared.database)
  await unfill(beside)

  const port = await findFreePort()
  const metrics = { host: '127.0.0.1', port }
  const lines: string[] = []
  const writeLog = { write: (line: string) => void lines.push(line) }
  const left = async () =>
    (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      .split('\n')
      .filter((line) => line.startsWith('plugboard_online_step_rows'))
  let finish = async () => {}
  await whileHeld(beside, async () => {
    const service = await startService({ database: shared.database, metrics, writeLog })
    const ask = async (path: string) => {
      const { status, body } = await service.request('GET', path, {
        headers: { 'x-api-key': before.apiKey },
      })
      return { status, body }
    }
    const users = async () => (await ask('/api/v3/users')).body
    expect(await ask('/readyz')).toEqual({
      status: 200,
      body: { status: 'ready', migrating: userSteps },
    })
    expect(await left()).toEqual([
      'plugboard_online_step_rows{step="connected_accounts_users",table="connected_accounts"} 0',
      'plugboard_online_step_rows{step="sessions_users",table="sessions"} 0',
    ])
    const found = {
      total_items: 2,
      items: [
        { user_id: 'ada', connected_accounts: 0, sessions: 2 },
        { user_id: 'bo', connected_accounts: 0, sessions: 1 },
      ],
    }
    expect(await users()).toMatchObject(found)
    finish = async () => {
      await expect.poll(() => ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
      await expect.poll(left).toEqual([])
      expect(await users()).toMatchObject(found)
      const { rows } = await sql`select id from project_users order by id`.execute(beside.handle)
      expect(rows).toEqual([{ id: 'ada' }, { id: 'bo' }])
      await service.close()
    }
  })
  await finish()
})
