import { readdir, readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Config } from '../../../src/service/index.ts'

/** A row as its columns' texts, and everything in it as one text. */
type DumpedRow = { table: string; columns: Record<string, unknown>; text: string }

export type Dump = {
  rows: DumpedRow[]
  /** The bytes of the data folder, of what is deleted too; empty on PostgreSQL. */
  files: { name: string; bytes: string }[]
}

/** Everything that an operator's backup would hold. */
export const dumpDatabase = (settings: Config['database']): Promise<Dump> =>
  settings.engine === 'postgres' ? dumpPostgres(settings.url) : dumpSqlite(settings.folder)

const dumpSqlite = async (folder: string): Promise<Dump> => {
  const names = await readdir(folder)
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      bytes: (await readFile(join(folder, name))).toString('latin1'),
    })),
  )
  const file = new DatabaseSync(join(folder, 'plugboard.db'), { readOnly: true })
  try {
    const tables = file
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .all()
      .map(({ name }) => String(name))
    return {
      files,
      rows: tables.flatMap((table) =>
        file
          .prepare(`select * from "${table}"`)
          .all()
          .map((columns) => toRow(table, columns)),
      ),
    }
  } finally {
    file.close()
  }
}

const dumpPostgres = async (url: string): Promise<Dump> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client(url)
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
    )
    const rows: DumpedRow[] = []
    for (const { name } of tables.rows) {
      const answer = await client.query<Record<string, unknown>>(`select * from ${name}`)
      rows.push(...answer.rows.map((columns) => toRow(name.replace(/^public\./, ''), columns)))
    }
    return { rows, files: [] }
  } finally {
    await client.end()
  }
}

const toRow = (table: string, columns: Record<string, unknown>): DumpedRow => ({
  table,
  columns,
  text: Object.values(columns).map(toText).join('\n'),
})

const toText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  return JSON.stringify(value) ?? ''
}
