import { sql } from 'kysely'
import { expect, it, test } from 'vitest'
import emptySchema from '../../src/service/empty-schema.json' with { type: 'json' }
import { recordSchema } from '../../src/service/platform/database/record-schema.ts'
import { useRecordedSchema, type Database } from '../../src/service/platform/database/index.ts'
import { migrations } from '../support/migrations.ts'
import { describeEachEngine } from '../support/temporary-database.ts'

const recorded = async () => emptySchema

test('the recorded schema is that of the migrations: run `npm run schema` after changing one', async () => {
  expect(emptySchema).toEqual(await recordSchema(migrations))
})

describeEachEngine('an empty database', (open, engine) => {
  const describeSchema = engine === 'sqlite' ? describeSqlite : describePostgres

  it('has the same tables, indexes, triggers and rows from the record as from the migrations', async () => {
    const [one, other] = [await open(), await open()]
    await one.migrate(migrations)
    await other.migrate(useRecordedSchema(migrations, recorded))

    const schema = await describeSchema(one)
    expect(schema.length).toBeGreaterThan(300)
    expect(await describeSchema(other)).toEqual(schema)
    expect(await other.migrationState(migrations)).toMatchObject({ pending: [], unknown: [] })
  })

  it('runs the migrations themselves where the record is of others', async () => {
    const database = await open()
    const more = { ...migrations, '9999_more': { up: createMore } }
    await database.migrate(useRecordedSchema(more, recorded))
    expect(await database.migrationState(more)).toMatchObject({ pending: [], unknown: [] })
    await sql`select id from more`.execute(database.handle)
  })

  it('of an earlier version gets what it lacks', async () => {
    const database = await open()
    await database.migrate(migrations)
    const more = { ...migrations, '9999_more': { up: createMore } }
    const record = { ...emptySchema, migrations: Object.keys(more).toSorted() }
    await database.migrate(useRecordedSchema(more, async () => record))
    await sql`select id from more`.execute(database.handle)
  })
})

const createMore = async (db: Database['handle']): Promise<void> => {
  await db.schema.createTable('more').addColumn('id', 'text').execute()
}

/** Everything that the database knows of its schema, as lines, and what the tables hold. */
const describeSqlite = async ({ handle }: Database): Promise<string[]> => {
  const { rows } = await sql<{ type: string; name: string; text: string | null }>`
    select type, name, sql as text from sqlite_master order by type, name`.execute(handle)
  const tables = rows.filter(({ type }) => type === 'table').map(({ name }) => name)
  return [
    ...rows.map(({ type, name, text }) => `${type} ${name}: ${text}`),
    ...(await rowsOf(handle, tables)),
  ]
}

const describePostgres = async ({ handle }: Database): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' '
      || coalesce(collation_name, '') || ' ' || is_nullable || ' ' || coalesce(column_default, '')
      || ' ' || coalesce(generation_expression, '') as line
      from information_schema.columns where table_schema = 'public'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' '
      || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'function ' || pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all select 'options ' || relname || ' ' || coalesce(reloptions::text, '')
      from pg_class where relnamespace = 'public'::regnamespace
    order by line`.execute(handle)
  const tables = await handle.introspection.getTables({ withInternalKyselyTables: true })
  return [
    ...rows.map(({ line }) => line),
    ...(await rowsOf(
      handle,
      tables.map(({ name }) => name),
    )),
  ]
}

/** Without the times at which migrations ran. */
const rowsOf = async (handle: Database['handle'], tables: string[]): Promise<string[]> => {
  const lines: string[] = []
  for (const table of tables.filter((name) => name !== 'kysely_migration').toSorted()) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(handle)
    lines.push(`rows of ${table}: ${JSON.stringify(rows)}`)
  }
  return lines
}
