import { sql, type Kysely, type Selectable } from 'kysely'
import { engineOf } from './engine-of.ts'

/** The columns that identify one row; null for a column that must be empty. */
export type RowKey<Row> = { [Column in keyof Row]?: Row[Column] & (string | number | null) }

/**
 * Reads a row and locks it until the transaction ends, so that it neither changes nor disappears.
 * Returns `undefined` when there is none.
 *
 * On SQLite a transaction is the only writer anyway. On PostgreSQL this is the lock that an update
 * takes, so others can insert rows that refer to this one.
 */
export const lockRow = async <Tables, Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  key: RowKey<Selectable<Tables[Name]>>,
): Promise<Selectable<Tables[Name]> | undefined> => {
  if (!db.isTransaction) throw new Error(`A row of "${table}" can be locked only in a transaction`)
  const lock = sql.raw(engineOf(db) === 'postgres' ? 'for no key update' : '')
  const query = sql<
    Selectable<Tables[Name]>
  >`select * from ${sql.table(table)} where ${toCondition(key)} ${lock}`
  return (await query.execute(db)).rows[0]
}

/** The condition that matches the row with this key. */
export const toCondition = (key: object) => {
  const conditions = Object.entries(key).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  )
  return sql.join(conditions, sql` and `)
}
