import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Config } from '../../../src/service/index.ts'
import { openPostgres, openSqlite } from '../../../src/service/platform/database/index.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { engine } from '../../support/start-service.ts'

/**
 * A database of the engine under test that several nodes may share on PostgreSQL, and that a test
 * may look into. Removed after the test.
 */
export const createSharedPlace = async (): Promise<{
  database: Config['database']
  rows(table: string): Promise<Record<string, unknown>[]>
}> => {
  const database = await createPlace()
  return {
    database,
    rows: async (table) => {
      const opened =
        database.engine === 'postgres'
          ? await openPostgres(database.url, 1)
          : openSqlite(join(database.folder, 'plugboard.db'))
      try {
        return await opened.handle
          .withTables<Record<string, Record<string, unknown>>>()
          .selectFrom(table)
          .selectAll()
          .execute()
      } finally {
        await opened.close()
      }
    },
  }
}

const createPlace = async (): Promise<Config['database']> => {
  if (engine === 'postgres') {
    const { url, drop } = await createPostgresDatabase()
    onTestFinished(drop)
    return { engine: 'postgres', url, maximumConnections: 5 }
  }
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { engine: 'sqlite', folder }
}
