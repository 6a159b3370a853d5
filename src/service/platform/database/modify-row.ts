import { sql, type Kysely, type Selectable } from 'kysely'
import { lockRow, toCondition, type RowKey } from './lock-row.ts'

/** Computes the changes of a row; undefined leaves it unchanged. */
export type Merge<Row> = (row: Row) => Partial<Row> | undefined | Promise<Partial<Row> | undefined>

/** A row before and after a change: the same object if nothing changed. */
type Modified<Row> = { former: Row; row: Row }

/**
 * Changes a row based on its current values: locks it, reads it, and writes what `merge` returns.
 * Returns `undefined` when there is no such row.
 *
 * The only way to write what was computed from a row: between a read without the lock and the
 * write, another request's acknowledged change would be lost. `merge` may use the transaction; slow
 * work, such as a request to a third party, comes before.
 *
 * @example
 * const modified = await modifyRow(db, 'invoices', { id }, ({ total }) => ({ total: total + 5 }))
 */
export const modifyRow = async <Tables, Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  key: RowKey<Selectable<Tables[Name]>>,
  merge: Merge<Selectable<Tables[Name]>>,
): Promise<Modified<Selectable<Tables[Name]>> | undefined> => {
  const former = await lockRow(db, table, key)
  if (!former) return undefined
  const changes = Object.entries((await merge(former)) ?? {}).filter(
    ([, value]) => value !== undefined,
  )
  if (changes.length === 0) return { former, row: former }
  const assignments = changes.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(assignments)} where ${toCondition(key)}`.execute(
    db,
  )
  return { former, row: { ...former, ...Object.fromEntries(changes) } }
}
