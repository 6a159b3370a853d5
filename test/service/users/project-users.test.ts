import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Project } from '../../../src/service/endpoint/index.ts'
import { openPostgres, type Handle } from '../../../src/service/platform/database/index.ts'
import { createListUsers } from '../../../src/service/users/list-users.ts'
import { userSteps } from '../../../src/service/users/migrations.ts'
import { userStore } from '../../../src/service/users/store.ts'
import { verifies } from '../../requirements.ts'
import { createRandom } from '../../support/generate/random.ts'
import { migrations } from '../../support/migrations.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../support/temporary-database.ts'
import { accountRow, insertAuthConfigs } from '../accounts/compare-lists.ts'
import { allSteps, explain, toText } from '../platform/lists/explain.ts'
import { watchFills } from '../platform/database/online-migrations.ts'

type Tables = {
  connected_accounts: ReturnType<typeof accountRow>
  sessions: ReturnType<typeof sessionRow>
}

const sessionRow = (id: string, user: string) => ({
  id,
  project_id: 'pr',
  user_id: user,
  config: '{}',
  catalog_stamp: 0,
  created_at: '2026-11-28T12:00:00.000Z',
})
const account = (id: string, user: string) => ({
  ...accountRow(id, { user: 0, authConfig: 0, status: 0 }),
  user_id: user,
})

const insertAccounts = (handle: Handle, rows: ReturnType<typeof account>[]) =>
  handle.withTables<Tables>().insertInto('connected_accounts').values(rows).execute()
const insertSessions = (handle: Handle, rows: ReturnType<typeof sessionRow>[]) =>
  handle.withTables<Tables>().insertInto('sessions').values(rows).execute()
const remove = (handle: Handle, table: keyof Tables, ids: readonly string[]) =>
  handle.withTables<Tables>().deleteFrom(table).where('id', 'in', ids).execute()

/** The users that the records name, in the order of their ids. */
const readRecords = async (handle: Handle): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from connected_accounts where project_id = 'pr'
    union select user_id from sessions where project_id = 'pr'`.execute(handle)
  return rows.map(({ id }) => id).toSorted()
}

const listAll = async (database: TemporaryDatabase, prefix = '') => {
  // Nothing else of the project is asked for.
  const list = createListUsers({ database })
  const { items, total_items: total } = await list({ id: 'pr' } as Project, prefix, { limit: 1000 })
  return { ids: items.map(({ user_id: id }) => id), total, items }
}

const expectRight = async (database: TemporaryDatabase) => {
  const ids = await readRecords(database.handle)
  const listed = await listAll(database)
  expect([listed.total, listed.ids]).toEqual([ids.length, ids])
  return ids
}

describeEachEngine('the users of a project', (open, engine) => {
  let database: TemporaryDatabase
  const start = async () => {
    await database.migrate(migrations)
    await insertAuthConfigs(database.handle)
  }
  beforeEach(async () => {
    database = await open()
  })

  it('are there from their first record to their last, whichever it is', async () => {
    verifies('users.list')
    await start()
    const { handle } = database
    await insertAccounts(handle, [account('a1', 'ada'), account('a2', 'Zoe'), account('a3', 'ada')])
    await insertSessions(handle, [sessionRow('s1', 'ada'), sessionRow('s2', 'bo')])
    expect(await expectRight(database)).toEqual(['Zoe', 'ada', 'bo'])
    expect((await listAll(database, 'a')).items).toEqual([
      { user_id: 'ada', connected_accounts: 2, sessions: 1 },
    ])
    await remove(handle, 'connected_accounts', ['a1', 'a2', 'a3'])
    expect(await expectRight(database)).toEqual(['ada', 'bo'])
    await sql`update sessions set user_id = 'cy' where id = 's1'`.execute(handle)
    expect(await expectRight(database)).toEqual(['bo', 'cy'])
    await insertAccounts(handle, [account('a4', 'bo')])
    await remove(handle, 'sessions', ['s1', 's2'])
    expect(await expectRight(database)).toEqual(['bo'])
    // With an auth config go its accounts.
    await sql`delete from auth_configs`.execute(handle)
    expect(await expectRight(database)).toEqual([])
    expect(await userStore(handle).countWrong()).toBe(0)
  })

  it('are right however many writers add and remove records of the same few', async () => {
    await start()
    const parallel = engine === 'postgres' ? await openPostgres(database.location, 12) : database
    const random = createRandom(264)
    const any = (count: number) => Math.floor(random() * count)
    const writer = async (name: number) => {
      const own: { table: keyof Tables; id: string }[] = []
      for (let round = 0; round < 60; round += 1) {
        const users = [any(4), any(4), any(4)].map((user) => `user${user}`)
        const table = random() < 0.5 ? 'sessions' : 'connected_accounts'
        const ids = users.map((_, index) => `${name}_${round}_${index}`)
        const insert = (handle: Handle) =>
          table === 'sessions'
            ? insertSessions(
                handle,
                users.map((user, index) => sessionRow(ids[index] ?? '', user)),
              )
            : insertAccounts(
                handle,
                users.map((user, index) => account(ids[index] ?? '', user)),
              )
        const isUndone = random() < 0.1
        await parallel
          .transaction(async (transaction) => {
            await insert(transaction)
            if (isUndone) throw new Error('undone')
          })
          .catch((error: unknown) => {
            if (!isUndone) throw error
          })
        if (!isUndone) own.push(...ids.map((id) => ({ table, id }) as const))
        // Nearly all go again, so that users come and go.
        while (own.length > 2) {
          const [first] = own.splice(any(own.length), 1)
          if (first) await remove(parallel.handle, first.table, [first.id])
        }
      }
      await Promise.all(
        own.slice(any(2)).map(({ table, id }) => remove(parallel.handle, table, [id])),
      )
    }
    try {
      await Promise.all(Array.from({ length: 8 }, (_, name) => writer(name)))
    } finally {
      if (parallel !== database) await parallel.close()
    }
    await expectRight(database)
    expect(await userStore(database.handle).countWrong()).toBe(0)
  })

  it('are listed while a migration walks the records that were there, and after it', async () => {
    verifies('upgrade.online')
    const names = Object.keys(migrations).toSorted()
    await database.migrate(migrations, names[names.indexOf('0264_project_users') - 1])
    const { handle } = database
    await insertAuthConfigs(handle)
    const numbers = Array.from({ length: 600 }, (_, number) => String(number).padStart(4, '0'))
    await insertAccounts(
      handle,
      numbers.map((number) => account(`a${number}`, `user${Number(number) % 200}`)),
    )
    await insertSessions(
      handle,
      numbers.map((number) => sessionRow(`s${number}`, `user${Number(number) % 300}`)),
    )
    const { online } = await database.migrate(migrations)
    expect(online.map(({ name }) => name)).toEqual(expect.arrayContaining([...userSteps]))
    expect(await expectRight(database)).toHaveLength(300)

    let batches = 0
    const watched = watchFills(migrations, async (fill, _db, { after, until }) => {
      await fill()
      expect(until > after).toBe(true)
      batches += 1
    })
    // As nodes of the version before write meanwhile: before and after the position, first and last ones.
    const write = async () => {
      for (
        let round = 0;
        (await database.migrationState(migrations)).online.length > 0;
        round += 1
      ) {
        const number = numbers[(round * 37) % numbers.length] ?? ''
        await remove(handle, 'sessions', [`s${number}`])
        await remove(handle, 'connected_accounts', [`a${number}`])
        await insertSessions(handle, [sessionRow(`t${round}`, `new${round % 7}`)])
        if (round % 3 === 0) await remove(handle, 'sessions', [`t${round}`])
        await sleep(1)
      }
    }
    await Promise.all([database.runOnlineSteps(watched), write()])
    expect(batches).toBeGreaterThan(8)
    await expectRight(database)
    expect(await userStore(handle).countWrong()).toBe(0)
  })

  it('are read in the order of an index, and counted by a total', async () => {
    verifies('conventions.page.plans')
    await start()
    await sql
      .raw(
        `insert into project_users (project_id, id) select case when n % 8 = 0 then 'pr' else 'others' end, 'user' || n from ${
          engine === 'sqlite'
            ? '(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 80000) select n from numbers) as numbers'
            : 'generate_series(1, 80000) as numbers (n)'
        }`,
      )
      .execute(database.handle)
    if (engine === 'postgres') await sql.raw('vacuum analyze').execute(database.handle)
    for (const prefix of ['', 'user12']) {
      const plans = await explain(database, async (handle) => {
        const { ids, total } = await userStore(handle).page('pr', { prefix, limit: 20, offset: 40 })
        expect([ids.length, total]).toEqual([20, prefix === '' ? 10_000 : 140])
      })
      const texts = plans.map((plan) => toText(plan))
      const page = texts.find((text) => !text.includes('list_counts')) ?? ''
      expect(page).toMatch(/project_users/)
      expect(texts.some((text) => text.includes('list_counts'))).toBe(prefix === '')
      const steps = plans.flatMap(allSteps).filter(({ text }) => !text.includes('list_counts'))
      for (const step of steps)
        expect(step.text).not.toMatch(/^(Seq Scan|SCAN|Sort|USE TEMP B-TREE)/)
    }
  })
})
