import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, it, test } from 'vitest'
import { indexStep, type Migrations } from '../../src/service/platform/database/index.ts'
import { recordSchema } from '../../src/service/platform/database/record-schema.ts'
import { maintainCounts } from '../../src/service/platform/lists/index.ts'
import { serviceVersion } from '../../src/service/platform/service-version.ts'
import { readConfig, startService } from '../../src/service/index.ts'
import { verifies } from '../requirements.ts'
import { findLosses } from '../support/find-losses.ts'
import { migrations } from '../support/migrations.ts'
import { describeEachEngine } from '../support/temporary-database.ts'

test('a service runs the migrations of every capability', async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const service = await startService(
    readConfig({
      PLUGBOARD_DATA: folder,
      PLUGBOARD_PORT: '0',
      PLUGBOARD_LOG_LEVEL: 'silent',
      PLUGBOARD_ROOT_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
    }),
  )
  await service.close()
  const database = new DatabaseSync(join(folder, 'plugboard.db'), { readOnly: true })
  onTestFinished(() => database.close())

  const ran = database.prepare('select name from kysely_migration order by name').all()

  expect(ran.map(({ name }) => name)).toEqual(Object.keys(migrations).toSorted())
})

/** From the migration on that made the steps possible. */
const firstOnline = '0263_online_steps'

test('a migration makes indexes and counters of tables that were there in online steps', async () => {
  const later = Object.entries(migrations).filter(([name]) => name > firstOnline)
  for (const [name, migration] of later) expect(await findBlocking(name, migration)).toEqual([])
})

test.each([
  [
    'an index',
    {
      up: async (db) => {
        await db.schema.createIndex('sessions_kind').on('sessions').column('kind').execute()
      },
    },
    ['sessions'],
  ],
  [
    'counters',
    {
      up: (db) =>
        maintainCounts(db, { table: 'sessions', scope: 'project_id', counters: [{ by: [] }] }),
    },
    ['sessions'],
  ],
  [
    'an index in an online step',
    {
      up: async () => {},
      online: [
        indexStep({ name: 'sessions_kind', table: 'sessions' }, (index) => index.column('kind')),
      ],
    },
    [],
  ],
  [
    'an index of a table of its own',
    {
      up: async (db) => {
        await db.schema.createTable('kinds').addColumn('id', 'text').execute()
        await db.schema.createIndex('kinds_id').on('kinds').column('id').execute()
      },
    },
    [],
  ],
] satisfies [string, Migrations[string], string[]][])(
  'of a migration with %s it is known which tables it would lock for long',
  async (_, migration, tables) => {
    expect(await findBlocking('0900_kinds', migration)).toEqual(tables)
  },
)

/** Tables that the transaction of a migration reads whole while nobody can write them. */
const findBlocking = async (name: string, migration: Migrations[string]): Promise<string[]> => {
  const { postgres } = await recordSchema({ [name]: { ...migration, online: [] } })
  const named = (pattern: RegExp) =>
    postgres.flatMap(({ sql: text }) => pattern.exec(text)?.[1] ?? [])
  const own = new Set(named(/^create table "(\w+)"/))
  return named(/^(?:create (?:unique )?index .* on|lock table) "?(\w+)"?/).filter(
    (table) => !own.has(table),
  )
}

describeEachEngine('a database', (open) => {
  it('of a newer version that allows this one is used as it is', async () => {
    verifies('upgrade.back')
    const database = await open({ migrated: true })
    await database.migrate({ ...migrations, '0310_newer': { up: async () => {} } })

    const state = await database.migrate(migrations)

    expect(state).toMatchObject({
      unknown: ['0310_newer'],
      isUsable: true,
      oldestVersion: '0.1.0',
      migratedBy: serviceVersion,
    })
  })

  it('of a newer version that took away what this one needs is refused, and the message says what to do', async () => {
    verifies('upgrade.refused')
    const database = await open({ migrated: true })
    const newer = { '0310_newer': { contracts: '0.99.0', up: async () => {} } }
    await database.migrate({ ...migrations, ...newer })

    await expect(database.migrate(migrations)).rejects.toThrow(
      /versions before 0\.99\.0 do not run on it, and this is .*Start version .* or newer, or restore a backup/,
    )
    expect(await database.migrationState(migrations)).toMatchObject({ isUsable: false })
  })

  it('of a version that says nothing of itself is refused, and the message says what to do', async () => {
    const database = await open({ migrated: true })
    await database.migrate({ ...migrations, '0310_unsaid': { up: async () => {} } })
    await sql`delete from schema_versions where migration = '0310_unsaid'`.execute(database.handle)

    await expect(database.migrate(migrations)).rejects.toThrow(
      /migration 0310_unsaid.*before the first release.*start with a new data folder or a new, empty database/,
    )
  })

  it('is migrated by one process at a time, and by none to before where it is', async () => {
    const database = await open({ migrated: true })
    const [first = '', second = ''] = ['0311_first', '0312_second']
    const newer = { [first]: { up: async () => {} }, [second]: { up: async () => {} } }
    expect(await database.migrate({ ...migrations, ...newer }, first)).toMatchObject({
      pending: [second],
      last: first,
    })
    await Promise.all([1, 2].map(() => database.migrate({ ...migrations, ...newer })))
    expect(await database.migrationState({ ...migrations, ...newer })).toMatchObject({
      pending: [],
      last: second,
    })
  })

  it('loses nothing that an older version uses, unless the migration says from which version on', async () => {
    verifies('upgrade.expand')
    const database = await open()
    const wrong: string[] = []
    let before = await database.handle.introspection.getTables()
    for (const name of Object.keys(migrations).toSorted()) {
      await database.migrate(migrations, name)
      const after = await database.handle.introspection.getTables()
      const lost = findLosses(before, after)
      const isDeclared = migrations[name]?.contracts !== undefined
      if (lost.length > 0 !== isDeclared) wrong.push(`${name}: ${lost.join(', ') || 'nothing'}`)
      before = after
    }
    expect(wrong).toEqual([])
  })

  it.each([
    ['a table', 'drop table things', 'table things'],
    ['a column', 'alter table things drop column name', 'column things.name'],
    ['a name', 'alter table things rename column name to title', 'column things.name'],
    ['nothing', `alter table things add column kind text not null default ''`, undefined],
  ])('is compared before and after: what takes away %s is found', async (_, statement, lost) => {
    const database = await open()
    await sql`create table things (id text primary key, name text)`.execute(database.handle)
    const before = await database.handle.introspection.getTables()
    await sql.raw(statement).execute(database.handle)
    const found = findLosses(before, await database.handle.introspection.getTables())
    expect(found).toEqual(lost === undefined ? [] : [lost])
  })
})
