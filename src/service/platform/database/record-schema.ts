import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
} from 'kysely'
import type { Migrations } from './database.ts'
import { withOnlineSteps } from './online/index.ts'
import type { RecordedSchema, RecordedStatement } from './recorded-schema.ts'

/** Runs migrations against no database, and returns the statements that they would send. */
export const recordSchema = async (migrations: Migrations): Promise<RecordedSchema> => ({
  migrations: Object.keys(migrations).toSorted(),
  sqlite: await record(migrations, {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }),
  postgres: await record(migrations, {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }),
})

const record = async (migrations: Migrations, dialect: Dialect): Promise<RecordedStatement[]> => {
  const statements: RecordedStatement[] = []
  const db = new Kysely<Record<never, never>>({
    dialect,
    log: ({ query: { sql, parameters } }) =>
      void statements.push({ sql, ...(parameters.length > 0 && { parameters: [...parameters] }) }),
  })
  const whole = withOnlineSteps(migrations, { hasRows: false })
  for (const name of Object.keys(whole).toSorted()) await whole[name]?.up(db)
  return statements
}
