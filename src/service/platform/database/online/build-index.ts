import { CompiledQuery, sql } from 'kysely'
import type { Db, IndexStep } from './online-step.ts'
import { readIndex } from './store.ts'

/**
 * Builds an index on PostgreSQL while others write the table. What an interrupted build left is
 * dropped first: it is maintained, and never used.
 */
export const buildIndex = async (db: Db, step: IndexStep): Promise<void> => {
  const found = await readIndex(db, step.name)
  if (found === 'built') return
  if (found === 'unfinished')
    await sql`drop index concurrently if exists ${sql.table(step.name)}`.execute(db)
  const { sql: text, parameters } = step.createIndex(db).compile()
  await db.executeQuery(
    CompiledQuery.raw(text.replace(/^create index/, 'create index concurrently'), [...parameters]),
  )
}
