import { sql, type RawBuilder } from 'kysely'
import type { Handle } from '../database/index.ts'
import type { OfUser, Retention } from './retention.ts'
import { all, deleteRows, equals, isOneOf } from './store.ts'

/** A user of a scope; `owned`: the ids of the user's rows, by table. */
export type UserRecords = {
  scope: string
  userId: string
  owned: ReadonlyMap<string, readonly string[]>
}

type Value = string | number | null
type Row = Record<string, Value>

/** How many ids one statement names. */
const mostIds = 500

/**
 * The conditions under which rows of a table are this user's, for tables that say so in a column.
 */
const conditionsOf = (
  { scope }: Retention,
  of: OfUser,
  user: UserRecords,
): RawBuilder<boolean>[] => {
  const inScope = scope === undefined ? [] : [equals(scope, user.scope)]
  if (of.by === 'id')
    return [
      all([
        ...inScope,
        equals(of.column, user.userId),
        ...(of.only ? [isOneOf(of.only.column, of.only.values)] : []),
      ]),
    ]
  if (of.by !== 'owner') return []
  const ids = user.owned.get(of.table) ?? []
  return Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, index) =>
    all([...inScope, isOneOf(of.column, ids.slice(index * mostIds, (index + 1) * mostIds))]),
  )
}

/** Deletes the rows of a user in a table. Returns how many. */
export const deleteOfUser = async (
  handle: Handle,
  table: Retention,
  user: UserRecords,
): Promise<number> => {
  let deleted = 0
  for (const condition of table.user ? conditionsOf(table, table.user, user) : [])
    deleted += await deleteRows(handle, table, condition)
  return deleted
}

/** The ids of a user's rows in a table that has the user's id in a column. */
export const listOwned = async (
  handle: Handle,
  table: Retention,
  user: UserRecords,
): Promise<string[]> => {
  const [key = ''] = table.key
  const [condition] = table.user ? conditionsOf(table, table.user, user) : []
  if (!condition) return []
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(key)} as id from ${sql.table(table.table)} where ${condition}`.execute(handle)
  return rows.map(({ id }) => id)
}

/** Rows of a scope whose content may name a user, after a row, in the order of their keys. */
export const contentPage = async (
  handle: Handle,
  { table, key: [key = ''], scope = 'scope' }: Retention,
  { column, event }: Extract<OfUser, { by: 'content' }>,
  { of, after, limit }: { of: string; after: string; limit: number },
): Promise<{ id: string; content: string | null; event: string | null }[]> => {
  const { rows } = await sql<{ id: string; content: string | null; event: string | null }>`
    select ${sql.ref(key)} as id, ${sql.ref(column)} as content,
      ${event === undefined ? sql`null` : sql.ref(event)} as event
    from ${sql.table(table)} where ${sql.ref(scope)} = ${of} and ${sql.ref(key)} > ${after}
    order by ${sql.ref(key)} limit ${limit}`.execute(handle)
  return rows
}

export const deleteContent = (
  handle: Handle,
  table: Retention,
  ids: readonly string[],
): Promise<number> => deleteRows(handle, table, isOneOf(table.key[0] ?? '', ids))

/** The exported columns of a user's rows after a key, in the order of their keys. */
export const exportPage = async (
  handle: Handle,
  table: Retention,
  user: UserRecords,
  { after, limit }: { after: readonly Value[] | undefined; limit: number },
): Promise<{ key: Value[]; row: Row }[]> => {
  const { exports = [] } = table.user ?? {}
  const conditions = table.user ? conditionsOf(table, table.user, user) : []
  if (exports.length === 0 || conditions.length === 0) return []
  const key = sql.join(table.key.map((column) => sql.ref(column)))
  const columns = [...new Set([...table.key, ...exports])].map((column) => sql.ref(column))
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from ${sql.table(table.table)}
    where (${sql.join(conditions, sql` or `)}) ${after ? sql`and (${key}) > (${sql.join([...after])})` : sql``}
    order by ${key} limit ${limit}`.execute(handle)
  return rows.map((row) => ({
    key: table.key.map((column) => row[column] ?? null),
    row: Object.fromEntries(exports.map((column) => [column, row[column] ?? null])),
  }))
}
