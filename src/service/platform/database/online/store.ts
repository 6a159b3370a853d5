import { sql } from 'kysely'
import { engineOf } from '../engine-of.ts'
import type { Batch, Db } from './online-step.ts'

type Row = { name: string; migration: string; table_name: string; position: string; rows: number }
type Tables = { online_steps: Row }

/** A step that is not done. */
export type PendingStep = {
  name: string
  migration: string
  table: string
  /** Rows of the table that were walked; 0 for an index. */
  rows: number
}

/** SQL of the steps that are not done: one that is has no row. */
export const onlineStore = (handle: Db) => {
  const db = handle.withTables<Tables>()
  const ofName = (name: string) => db.updateTable('online_steps').where('name', '=', name)
  return {
    add: async ({ name, migration, table }: Omit<PendingStep, 'rows'>): Promise<void> => {
      await db
        .insertInto('online_steps')
        .values({ name, migration, table_name: table, position: '', rows: 0 })
        .execute()
    },
    /** In the order of their migrations. */
    list: async (): Promise<PendingStep[]> => {
      const rows = await db
        .selectFrom('online_steps')
        .select(['name', 'migration', 'table_name as table', 'rows'])
        .orderBy('migration')
        .orderBy('name')
        .execute()
      return rows
    },
    /** Locks the step; undefined if it is done. */
    lockPosition: async (name: string): Promise<string | undefined> => {
      const query = db.selectFrom('online_steps').select('position').where('name', '=', name)
      const row = await (engineOf(db) === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
      return row?.position
    },
    /** The next rows of a table; undefined if there are none. */
    nextBatch: async (
      table: string,
      after: string,
      limit: number,
    ): Promise<(Batch & { count: number }) | undefined> => {
      const { rows } = await sql<{ until: string | null; count: number }>`
        select max(id) as until, count(*) as count from (
          select id from ${sql.table(table)} where id > ${after} order by id limit ${limit}
        ) as batch`.execute(db)
      const [row] = rows
      return row?.until == null ? undefined : { after, until: row.until, count: row.count }
    },
    advance: async (name: string, { until, count }: Batch & { count: number }): Promise<void> => {
      await ofName(name)
        .set((expression) => ({
          position: until,
          rows: expression('rows', '+', count),
        }))
        .execute()
    },
    remove: async (name: string): Promise<void> => {
      await db.deleteFrom('online_steps').where('name', '=', name).execute()
    },
  }
}

/** On PostgreSQL: whether there is an index of this name, and whether its build was finished. */
export const readIndex = async (
  db: Db,
  name: string,
): Promise<'missing' | 'unfinished' | 'built'> => {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  const [row] = rows
  if (!row) return 'missing'
  return row.valid ? 'built' : 'unfinished'
}
