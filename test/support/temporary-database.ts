import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'

import {
  openPostgres,
  openSqlite,
  type Database,
} from '../../src/service/platform/database/index.ts'
import { migrations } from './migrations.ts'
import { placeMigratedSqlite } from './migrated-sqlite.ts'
import { createPostgresDatabase } from './postgres-database.ts'

/**
 * A fresh, empty database. `location` opens it once more: the path of the SQLite file or the URL of
 * the PostgreSQL database.
 */
export type TemporaryDatabase = Database & { location: string }

/**
 * Each call gives another one, with every table of the service where it is to be `migrated`. All
 * are closed and removed after the block.
 */
export type OpenTemporaryDatabase = (options?: { migrated?: boolean }) => Promise<TemporaryDatabase>

/**
 * Runs a block of tests on SQLite and, when TEST_DATABASE_URL names a PostgreSQL where databases
 * may be created, there as well.
 *
 * @example
 * describeEachEngine('the store of things', (open) => {
 *   it('keeps a thing', async () => {
 *     const database = await open()
 *     await database.migrate(thingsMigrations)
 *   })
 * })
 */
export const describeEachEngine = (
  name: string,
  tests: (open: OpenTemporaryDatabase, engine: Database['engine']) => void,
): void => {
  describe(`${name} on SQLite`, () => tests(temporarySqlite(), 'sqlite'))
  const url = process.env['TEST_DATABASE_URL']
  if (!url) sayThatPostgresIsSkipped()
  describe.skipIf(!url)(`${name} on PostgreSQL`, () => tests(temporaryPostgres(), 'postgres'))
}

const temporarySqlite = (): OpenTemporaryDatabase => {
  const opened: Database[] = []
  const folders: string[] = []
  afterAll(async () => {
    await closeAll(opened)
    for (const folder of folders) rmSync(folder, { recursive: true })
  })
  return async ({ migrated = false } = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'database-'))
    folders.push(folder)
    const location = join(folder, 'plugboard.db')
    if (migrated) await placeMigratedSqlite(folder)
    return remember(opened, openSqlite(location), location)
  }
}

/** Many are open at once, each until its block ends, and PostgreSQL takes a hundred connections. */
const connections = 4

const temporaryPostgres = (): OpenTemporaryDatabase => {
  const opened: Database[] = []
  const drops: (() => Promise<void>)[] = []
  afterAll(async () => {
    await closeAll(opened)
    for (const drop of drops) await drop()
  })
  return async ({ migrated = false } = {}) => {
    const { url, drop } = await createPostgresDatabase()
    drops.push(drop)
    const database = await openPostgres(url, connections)
    if (migrated) await database.migrate(migrations)
    return remember(opened, database, url)
  }
}

const remember = (opened: Database[], database: Database, location: string): TemporaryDatabase => {
  opened.push(database)
  return { ...database, location }
}

/** A test may have closed its database itself. */
const closeAll = (databases: Database[]) =>
  Promise.allSettled(databases.map((database) => database.close()))

let said = false

const sayThatPostgresIsSkipped = () => {
  if (!said) console.warn('TEST_DATABASE_URL is not set: the tests on PostgreSQL are skipped')
  said = true
}
