import { sql } from 'kysely'
import { engineOf, type Handle } from '../platform/database/index.ts'

/** SQL over all tables, whoever owns them. */
export const adminStore = (handle: Handle) => ({
  /** The tables, without those that SQLite, the migrator and Litestream keep for themselves. */
  listTables: async (): Promise<string[]> => {
    const { rows } = await (
      engineOf(handle) === 'postgres'
        ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
        : sql<{
            name: string
          }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
    ).execute(handle)
    return rows
      .map(({ name }) => name)
      .filter((name) => !/^(kysely|_litestream)_/.test(name))
      .toSorted()
  },
  /** Counts no further than `limit`. */
  countRows: async (table: string, limit?: number): Promise<number> => {
    const some = limit === undefined ? sql`` : sql`limit ${limit}`
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from (select 1 from ${sql.table(table)} ${some}) as counted`.execute(
      handle,
    )
    return Number(rows[0]?.rows ?? 0)
  },
  /** Rows whose column names neither a project nor an organization. */
  countOfNobody: async (table: string, column: string) => {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)} as own
      where own.${sql.ref(column)} is not null
        and not exists (select 1 from projects where projects.id = own.${sql.ref(column)})
        and not exists (select 1 from organizations where organizations.id = own.${sql.ref(column)})`.execute(
      handle,
    )
    return Number(rows[0]?.rows ?? 0)
  },
  /** Rows whose column names a row of another table that is not there. */
  countWithout: async (table: string, column: string, other: string, key: string) => {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)} as own
      where own.${sql.ref(column)} is not null and not exists (
        select 1 from ${sql.table(other)} as other where other.${sql.ref(key)} = own.${sql.ref(column)})`.execute(
      handle,
    )
    return Number(rows[0]?.rows ?? 0)
  },
  /** Data keys as they are stored, of all projects that were not deleted. */
  listDataKeys: async (): Promise<{ id: string; data_key: string }[]> => {
    const { rows } = await sql<{ id: string; data_key: string }>`
      select id, data_key from projects where deleted_at is null`.execute(handle)
    return rows
  },
  /** Encrypted texts after a record, in the order of the records. */
  listSealed: async (
    { table, column, record }: { table: string; column: string; record: string },
    after: string,
    limit: number,
  ): Promise<{ id: string; project: string; text: string }[]> => {
    const { rows } = await sql<{ id: string; project: string; text: string }>`
      select ${sql.ref(record)} as id, project_id as project, ${sql.ref(column)} as text
      from ${sql.table(table)} where ${sql.ref(record)} > ${after} and ${sql.ref(column)} is not null
      order by ${sql.ref(record)} limit ${limit}`.execute(handle)
    return rows
  },
  /** The names of the counters of lists that are not grouped: table, columns, column without value. */
  listCounters: async (): Promise<string[]> => {
    const { rows } = await sql<{ counter: string }>`
      select distinct counter from list_counts where counter not like '%/%/%/%' order by counter`.execute(
      handle,
    )
    return rows.map(({ counter }) => counter)
  },
  /** What a counter says, and how many rows there are: of one moment. */
  compareCounter: async (counter: string): Promise<{ counted: number; rows: number }> => {
    const [table = '', by = '', empty = ''] = counter.split('/')
    const conditions = [
      sql`1 = 1`,
      ...by
        .split('+')
        .filter((column) => column !== '')
        .map((column) => sql`${sql.ref(column)} is not null`),
      ...(empty === '' ? [] : [sql`${sql.ref(empty)} is null`]),
    ]
    const compared = await sql<{ counted: number; rows: number }>`
      select (select coalesce(sum(count), 0) from list_counts where counter = ${counter}) as counted,
        (select count(*) from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}) as rows`.execute(
      handle,
    )
    const [row] = compared.rows
    return { counted: Number(row?.counted ?? 0), rows: Number(row?.rows ?? 0) }
  },
  /** Rows with a time after this one. */
  countAfter: async (table: string, column: string, time: string): Promise<number> => {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)} where ${sql.ref(column)} > ${time}`.execute(
      handle,
    )
    return Number(rows[0]?.rows ?? 0)
  },
  /** What SQLite finds wrong in its file. PostgreSQL has tools of its own, such as amcheck. */
  listDamage: async (most: number): Promise<string[]> => {
    if (engineOf(handle) === 'postgres') return []
    const pages = await sql<{
      integrity_check: string
    }>`pragma integrity_check(${sql.raw(String(most))})`.execute(handle)
    const references = await sql<{
      table: string
      parent: string
    }>`pragma foreign_key_check`.execute(handle)
    return [
      ...pages.rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
      ...references.rows
        .slice(0, most)
        .map(({ table, parent }) => `${table} refers to a row of ${parent} that is not there`),
    ]
  },
  /** The versions of the root keys under which data keys lie. */
  listRootKeys: async (): Promise<string[]> => {
    const version =
      engineOf(handle) === 'postgres'
        ? sql`split_part(data_key, '.', 2)`
        : sql`substr(data_key, 4, instr(substr(data_key, 4), '.') - 1)`
    const { rows } = await sql<{ version: string }>`
      select distinct ${version} as version from projects where data_key like 'v1.%' order by 1`.execute(
      handle,
    )
    return rows.map((row) => row.version)
  },
})
