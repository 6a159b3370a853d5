import { sql, type RawBuilder } from 'kysely'
import { engineOf } from '../database/engine-of.ts'
import type { Handle } from '../database/index.ts'
import { deleteInBatches } from '../delete-in-batches.ts'
import type { Part } from './retention.ts'

type Table = { table: string; key: readonly string[]; parts?: readonly Part[] }
type Row = Record<string, string | number>

/**
 * Deletes all matching rows, each with its parts, in batches. Returns the number of deleted rows.
 */
export const deleteRows = async (
  handle: Handle,
  table: Table,
  condition: RawBuilder<boolean>,
): Promise<number> => {
  let deleted = 0
  await deleteInBatches(async (limit) => {
    const count = table.parts?.length
      ? await deleteWithParts(handle, table, table.parts, condition, limit)
      : await deleteSome(handle, table, condition, limit)
    deleted += count
    return count
  })
  return deleted
}

/** Sets a column of all matching rows, in batches; the condition must no longer hold afterwards. */
export const setColumn = (
  handle: Handle,
  { table, key }: Table,
  { column, value }: { column: string; value: string | number },
  condition: RawBuilder<boolean>,
): Promise<void> => {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  return deleteInBatches(async (limit) => {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${value} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${condition} limit ${limit}
      ) and ${condition}`.execute(handle)
    return Number(numAffectedRows ?? 0)
  })
}

type Reference = { table: string; column: string }

/** Shared rows after an address that no row refers to, in the order of their addresses. */
export const listUnused = async (
  handle: Handle,
  table: string,
  reference: Reference,
  after: string,
  limit: number,
): Promise<{ id: string; address: string }[]> => {
  const { rows } = await sql<{ id: string; address: string }>`
    select id, address from ${sql.table(table)} as shared
    where address > ${after} and not exists (
      select 1 from ${sql.table(reference.table)} as user_of
      where ${sql.ref(`user_of.${reference.column}`)} = shared.id
    ) order by address limit ${limit}`.execute(handle)
  return rows
}

/** Whether a row of the table refers to the shared row with this id. */
export const isReferenced = async (
  handle: Handle,
  { table, column }: Reference,
  id: string,
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(handle)
  return rows.length > 0
}

/** Some rows that match. */
export const listSome = async (
  handle: Handle,
  { table, key, scope }: { table: string; key: readonly string[]; scope: string },
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<{ scope: string; key: string[] }[]> => {
  const columns = [...new Set([...key, scope])].map((column) => sql.ref(column))
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from ${sql.table(table)}
    where ${condition} limit ${limit}`.execute(handle)
  return rows.map((row) => ({
    scope: String(row[scope]),
    key: key.map((column) => String(row[column])),
  }))
}

export const hasRow = async (
  handle: Handle,
  table: string,
  condition: RawBuilder<boolean>,
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where ${condition} limit 1`.execute(handle)
  return rows.length > 0
}

/** More would keep an SQLite service from answering for too long. */
const mostCounted = 100_000

/** How many rows a table has: what PostgreSQL estimates, or a count that ends at `mostCounted`. */
export const estimateRows = async (handle: Handle, table: string): Promise<number> => {
  const { rows } = await (
    engineOf(handle) === 'postgres'
      ? sql<{ rows: number }>`
          select greatest(reltuples, 0)::int8 as rows from pg_class where oid = to_regclass(${table})`
      : sql<{ rows: number }>`
          select count(*) as rows from (select 1 from ${sql.table(table)} limit ${mostCounted})`
  ).execute(handle)
  return rows[0]?.rows ?? 0
}

/** The oldest value of a column; undefined if no row matches. */
export const findOldest = async (
  handle: Handle,
  table: string,
  column: string,
  condition: RawBuilder<boolean>,
): Promise<string | number | undefined> => {
  const { rows } = await sql<{ oldest: string | number }>`
    select ${sql.ref(column)} as oldest from ${sql.table(table)}
    where ${condition} order by ${sql.ref(column)} limit 1`.execute(handle)
  return rows[0]?.oldest
}

const deleteSome = async (
  handle: Handle,
  { table, key }: Table,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<number> => {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${condition} limit ${limit}
    ) and ${condition}`.execute(handle)
  return Number(numAffectedRows ?? 0)
}

const deleteWithParts = async (
  handle: Handle,
  table: Table,
  parts: readonly Part[],
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<number> => {
  const read = [...new Set([...table.key, ...parts.map((part) => referenced(table, part))])]
  const { rows } = await sql<Row>`
    select ${sql.join(read.map((column) => sql.ref(column)))} from ${sql.table(table.table)}
    where ${condition} limit ${limit}`.execute(handle)
  for (const row of rows) {
    for (const part of parts)
      await deleteRows(handle, part, equals(part.parent, row[referenced(table, part)]))
    // It may have changed since it was read.
    const isSame = table.key.map((column) => equals(column, row[column]))
    await deleteSome(handle, table, all([...isSame, condition]), 1)
  }
  return rows.length
}

const referenced = ({ key }: Table, { references = key[0] ?? '' }: Part): string => references

export const equals = (column: string, value: unknown): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = ${value}`

export const isBefore = (column: string, time: string | number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} < ${time}`

export const isAfter = (column: string, time: string | number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} > ${time}`

export const isUntil = (column: string, time: string | number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} <= ${time}`

export const isOneOf = (column: string, values: readonly string[] | null): RawBuilder<boolean> =>
  values === null
    ? sql<boolean>`${sql.ref(column)} is null`
    : sql<boolean>`${sql.ref(column)} in (${sql.join(values)})`

export const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(conditions, sql` and `)}`
