import { sql, type Kysely } from 'kysely'
import type { Database, Handle } from '../../../../src/service/platform/database/index.ts'
import {
  createListIndexes,
  maintainCounts,
  listMigrations,
  type List,
} from '../../../../src/service/platform/lists/index.ts'

/** A table of things, for tests of lists. */
export type Thing = {
  id: string
  owner: string
  kind: string | null
  state: string
  team: string
  gone_at: string | null
  made_at: string
}

export const thingList = {
  table: 'things',
  scope: 'owner',
  filters: ['team', 'kind', 'state'],
  counters: [
    { by: [] },
    { by: ['kind'] },
    { by: ['state'] },
    { by: ['state', 'kind'] },
    { by: ['kind'], whereNull: 'gone_at' },
    { by: [], whereNull: 'gone_at' },
    { within: 'team', by: ['state', 'kind'] },
  ],
} satisfies List

export const createThings = (db: Kysely<unknown>): Promise<void> =>
  db.schema
    .createTable('things')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('kind', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('team', 'text', (column) => column.notNull())
    .addColumn('gone_at', 'text')
    .addColumn('made_at', 'text', (column) => column.notNull())
    .execute()

/** Makes the table; `before` is written ahead of the migration that counts. */
export const migrateThings = async (database: Database, before: Thing[] = []): Promise<void> => {
  const table = {
    '0001_things': { up: async (db: Kysely<unknown>) => void (await createThings(db)) },
  }
  await database.migrate(table)
  await insertThings(database.handle, before)
  await database.migrate({
    ...table,
    ...listMigrations,
    '0171_things': {
      up: async (db) => {
        await maintainCounts(db, thingList)
        await createListIndexes(db, { ...thingList, orders: ['made_at'] })
        await db.schema
          .createIndex('things_made')
          .on('things')
          .columns(['owner', 'made_at', 'id'])
          .execute()
      },
    },
  })
}

export const things = (handle: Handle) => handle.withTables<{ things: Thing }>()

export const insertThings = async (handle: Handle, rows: Thing[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += 500)
    await things(handle)
      .insertInto('things')
      .values(rows.slice(from, from + 500))
      .execute()
}

/** What the counters say, without totals of nothing, and what counting the rows says. */
export const compareCounts = async (
  handle: Handle,
): Promise<{ kept: string[]; counted: string[] }> => {
  const text = ({
    scope,
    counter,
    value,
    count,
  }: {
    scope: string
    counter: string
    value: string
    count: number
  }) => `${scope} ${counter} ${value}: ${count}`
  const kept = await sql<{ scope: string; counter: string; value: string; count: number }>`
    select scope, counter, value, cast(sum(count) as bigint) as count from list_counts group by scope, counter, value having sum(count) <> 0`.execute(
    handle,
  )
  const rows = await things(handle).selectFrom('things').selectAll().execute()
  const counted = new Map<
    string,
    { scope: string; counter: string; value: string; count: number }
  >()
  const add = (scope: string, counter: string, value: string | null) => {
    if (value === null) return
    const entry = counted.get(`${scope} ${counter} ${value}`) ?? { scope, counter, value, count: 0 }
    counted.set(`${scope} ${counter} ${value}`, { ...entry, count: entry.count + 1 })
  }
  for (const { owner, kind, state, team, gone_at } of rows) {
    add(owner, 'things//', '')
    add(owner, 'things/kind/', kind)
    add(owner, 'things/state/', state)
    add(owner, 'things/state+kind/', kind === null ? null : `${state}:${kind}`)
    add(owner, `things/state+kind//team=${team}`, kind === null ? null : `${state}:${kind}`)
    if (gone_at === null) {
      add(owner, 'things/kind/gone_at', kind)
      add(owner, 'things//gone_at', '')
    }
  }
  return {
    kept: kept.rows.map(text).toSorted(),
    counted: [...counted.values()].map(text).toSorted(),
  }
}
