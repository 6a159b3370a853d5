import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { readValues, type List } from '../../../../src/service/platform/lists/index.ts'
import { verifies } from '../../../requirements.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'
import { allSteps, explain, toText } from './explain.ts'

const listOf = (table: string): List => ({
  table,
  scope: 'project_id',
  filters: ['user_id'],
  counters: [{ by: ['user_id'] }],
})
const lists = [listOf('connected_accounts'), listOf('sessions')]

describeEachEngine('the values of a column in several lists', (open, engine) => {
  let database: TemporaryDatabase
  const insert = (rows: { scope: string; table: string; value: string; count: number }[]) =>
    sql`insert into list_counts (scope, counter, value, slot, count) values ${sql.join(
      rows.map(
        ({ scope, table, value, count }, index) =>
          sql`(${scope}, ${`${table}/user_id/`}, ${value}, ${index}, cast(${count} as bigint))`,
      ),
    )}`.execute(database.handle)
  const read = (scope: string, prefix: string, limit = 10, offset = 0) =>
    readValues(database.handle, lists, scope, 'user_id', { prefix, limit, offset })

  beforeAll(async () => {
    database = await open({ migrated: true })
    const numbers =
      engine === 'sqlite'
        ? '(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 160000) select n from numbers) as numbers'
        : 'generate_series(1, 160000) as numbers (n)'
    for (const table of ['connected_accounts', 'sessions'])
      await sql
        .raw(
          `insert into list_counts (scope, counter, value, slot, count) select case when n % 8 = 0 then 'many' else 'others' end, '${table}/user_id/', 'user' || n, 0, 1 from ${numbers}`,
        )
        .execute(database.handle)
    if (engine === 'postgres') await sql.raw('vacuum analyze').execute(database.handle)
  }, 300_000)

  it('are each there once, in the order of their characters, with their totals', async () => {
    verifies('users.list')
    const [accounts, sessions] = ['connected_accounts', 'sessions']
    const row = (table: string, value: string, count: number) => ({
      scope: 'few',
      table,
      value,
      count,
    })
    await insert([
      row(accounts, 'ada', 2),
      row(accounts, 'Zoe', 1),
      row(accounts, 'adb', 1),
      // As nodes write them that delete what another one made.
      row(accounts, 'gone', 3),
      row(accounts, 'gone', -3),
      row(sessions, 'ada', 4),
      row(sessions, 'ad', 1),
      row(sessions, 'ad_', 1),
      row(sessions, 'ad😀', 1),
      row(sessions, 'ad%', 1),
    ])
    await insert([{ scope: 'other', table: accounts, value: 'adam', count: 1 }])

    const all = await read('few', '')
    expect(all.total).toBe(7)
    expect(all.values.map(({ value }) => value)).toEqual([
      'Zoe',
      'ad',
      'ad%',
      'ad_',
      'ada',
      'adb',
      'ad😀',
    ])
    expect(all.values[4]).toEqual({ value: 'ada', counts: [2, 4] })
    expect((await read('few', 'ad')).total).toBe(6)
    expect((await read('few', 'ad_')).values.map(({ value }) => value)).toEqual(['ad_'])
    expect((await read('few', 'ad%')).total).toBe(1)
    expect((await read('few', '', 2, 3)).values.map(({ value }) => value)).toEqual(['ad_', 'ada'])
    expect(await read('few', 'x')).toEqual({ values: [], total: 0 })
  })

  it('are found in the index, of 20,000 among others too', async () => {
    verifies('conventions.page.plans')
    const { total, values } = await read('many', 'user999')
    expect([total, values.length]).toEqual([13, 10])
    expect((await read('many', '', 10, 15_000)).total).toBe(20_000)
    for (const [prefix, offset] of [
      ['', 0],
      ['', 5_000],
      ['user12', 0],
    ] as const)
      for (const plan of await explain(database, (handle) =>
        readValues(handle, lists, 'many', 'user_id', { prefix, limit: 10, offset }),
      )) {
        const text = toText(plan)
        expect(text).toMatch(/list_counts/)
        expect(
          allSteps(plan).filter((step) => /^(Seq Scan|SCAN list_counts)/.test(step.text)),
          text,
        ).toEqual([])
      }
  })
})
