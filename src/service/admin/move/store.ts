import { sql } from 'kysely'
import type { Handle } from '../../platform/database/index.ts'

export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>
/** The key of the last row of a page. */
export type Position = readonly Value[]
export type Page = { rows: Row[]; last: Position | undefined }

/** Columns by which the rows of a table are read: SQLite's own number, or the primary key. */
export type SourceTable = { table: string; columns: string[]; key: string[]; hasRowid: boolean }

const positionName = 'move_position'

/** SQL over the tables of the SQLite file that is moved. */
export const moveSource = (handle: Handle) => ({
  describe: async (table: string): Promise<SourceTable> => {
    const { rows } = await sql<{ name: string; pk: number }>`
      select name, pk from pragma_table_info(${table}) order by name`.execute(handle)
    const { rows: listed } = await sql<{ wr: number }>`
      select wr from pragma_table_list where schema = 'main' and name = ${table}`.execute(handle)
    const key = rows.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
    return {
      table,
      columns: rows.map(({ name }) => name),
      key: key.map(({ name }) => name),
      hasRowid: listed[0]?.wr === 0,
    }
  },
  /** The tables whose rows a table refers to. */
  listParents: async (table: string): Promise<string[]> => {
    const { rows } = await sql<{ parent: string }>`
      select distinct "table" as parent from pragma_foreign_key_list(${table})`.execute(handle)
    return rows.map(({ parent }) => parent)
  },
  readPage: async (
    { table, columns, key, hasRowid }: SourceTable,
    after: Position | undefined,
    limit: number,
  ): Promise<Page> => {
    const order = hasRowid ? sql.raw('rowid') : sql.join(key.map((name) => sql.ref(name)))
    const where = after ? sql`where (${order}) > (${sql.join(after)})` : sql``
    const position = hasRowid ? sql`rowid as ${sql.ref(positionName)}, ` : sql``
    const { rows } = await sql<Record<string, Value>>`
      select ${position}${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}
      ${where} order by ${order} limit ${limit}`.execute(handle)
    const last = rows.at(-1)
    const names = hasRowid ? [positionName] : key
    return { rows, last: last && names.map((name) => last[name] ?? null) }
  },
  /** Puts everything into the file itself, so that its size and time stand for what it holds. */
  checkpoint: async () => void (await sql`pragma wal_checkpoint(truncate)`.execute(handle)),
})

/** Where a move notes what it did: there for as long as the move is unfinished. */
const progress = sql.table('move_progress')

/** SQL over the PostgreSQL that is moved to. */
export const moveTarget = (handle: Handle) => ({
  createProgress: async () =>
    void (await sql`create table ${progress} (name text primary key, value text not null)`.execute(
      handle,
    )),
  dropProgress: async () => void (await sql`drop table ${progress}`.execute(handle)),
  readProgress: async (name: string): Promise<string | undefined> => {
    const { rows } = await sql<{ value: string }>`
      select value from ${progress} where name = ${name}`.execute(handle)
    return rows[0]?.value
  },
  saveProgress: async (name: string, value: string) =>
    void (await sql`
      insert into ${progress} (name, value) values (${name}, ${value})
      on conflict (name) do update set value = excluded.value`.execute(handle)),
  /** Migrations write rows too. */
  empty: async (tables: readonly string[]) =>
    void (await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(handle)),
  /** The columns of a table with their types, by name. */
  listColumns: async (table: string): Promise<ReadonlyMap<string, string>> => {
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table}`.execute(handle)
    return new Map(rows.map(({ name, type }) => [name, type]))
  },
  /**
   * Inserts a page. The triggers that count rows are off for it: the totals are moved as they are.
   * Only in a transaction.
   */
  insert: async (table: string, types: ReadonlyMap<string, string>, rows: readonly Row[]) => {
    const columns = [...types.keys()]
    const arrays = columns.map(
      (name) => sql`${rows.map((row) => row[name])}::${sql.raw(types.get(name) ?? 'text')}[]`,
    )
    await sql`set local synchronous_commit = off`.execute(handle)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(handle)
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select * from unnest(${sql.join(arrays)})`.execute(handle)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(handle)
  },
  /** Begins to read a table; `fetch` reads on. Only in a transaction. */
  openCursor: async (table: string, columns: readonly string[]) =>
    void (await sql`
      declare move_rows no scroll cursor for
      select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}`.execute(
      handle,
    )),
  fetch: async (count: number): Promise<Row[]> => {
    const { rows } = await sql<Record<string, Value>>`
      fetch forward ${sql.raw(String(count))} from move_rows`.execute(handle)
    return rows
  },
  analyze: async () => void (await sql`analyze`.execute(handle)),
})
