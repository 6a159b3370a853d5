import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from './migrations.ts'
import { openSqlite } from '../../src/service/platform/database/index.ts'

let migrated: Promise<Buffer> | undefined

/**
 * Puts a database with every table, and nothing in them, into a data folder.
 *
 * Migrating took most of the time of a service's start, so each process of the tests does it once
 * and copies the file.
 */
export const placeMigratedSqlite = async (folder: string): Promise<void> => {
  migrated ??= migrateOnce()
  writeFileSync(join(folder, 'plugboard.db'), await migrated, { mode: 0o600 })
}

const migrateOnce = async (): Promise<Buffer> => {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-migrated-'))
  const path = join(folder, 'plugboard.db')
  const database = openSqlite(path)
  try {
    await database.migrate(migrations)
  } finally {
    await database.close()
  }
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}
