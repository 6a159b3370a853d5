import { mkdtemp, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import type { Config } from '../../src/service/index.ts'
import { placeMigratedSqlite } from './migrated-sqlite.ts'
import { createPostgresDatabase } from './postgres-database.ts'
import { engine } from './start-service.ts'

export type SharedDatabase = {
  /** For `startService({ database })`: on PostgreSQL for several services at once. */
  database: Config['database']
  /** What lies in it, asked beside the services. */
  query(sql: string): Promise<Record<string, unknown>[]>
  remove(): Promise<void>
}

/**
 * A fresh database that outlives the services on it, until the end of the test; with `keep` until
 * it is removed.
 */
export const createSharedDatabase = async ({ keep = false } = {}): Promise<SharedDatabase> => {
  const shared = await (engine === 'postgres' ? onPostgres() : onSqlite())
  if (!keep) onTestFinished(shared.remove)
  return shared
}

const onSqlite = async (): Promise<SharedDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-test-'))
  await placeMigratedSqlite(folder)
  return {
    database: { engine: 'sqlite', folder },
    remove: () => rm(folder, { recursive: true }),
    query: async (sql) => {
      const file = new DatabaseSync(join(folder, 'plugboard.db'), { readOnly: true })
      try {
        return file.prepare(sql).all()
      } finally {
        file.close()
      }
    },
  }
}

const onPostgres = async (): Promise<SharedDatabase> => {
  const { url, drop } = await createPostgresDatabase({ template: inject('migratedPostgres') })
  const { default: pg } = await import('pg')
  // One connection, since PostgreSQL starts a process for each.
  const asked = new pg.Pool({ connectionString: url, max: 1 })
  // Tests end connections on purpose.
  asked.on('error', () => {})
  return {
    database: { engine: 'postgres', url, maximumConnections: 5 },
    remove: async () => {
      await asked.end()
      await drop()
    },
    query: async (sql) => (await asked.query<Record<string, unknown>>(sql)).rows,
  }
}
