import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { DataFolderError, openInFolder } from './data-folder-error.ts'
import type { Database } from './database.ts'
import type { DatabaseTimeouts } from './database-timeouts.ts'
import { lockFolder } from './folder-lock.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'

export type DatabaseSettings =
  | ({ engine: 'sqlite'; folder: string } & SqliteOptions)
  | { engine: 'postgres'; url: string; maximumConnections: number; timeouts?: DatabaseTimeouts }

/**
 * Opens the configured database. The function that closes it is added to `closers`, which are
 * called in reverse order.
 */
export const openDatabase = async (
  settings: DatabaseSettings,
  closers: (() => unknown)[],
): Promise<Database> => {
  const database =
    settings.engine === 'sqlite'
      ? await openFolder(settings, closers)
      : await openPostgres(settings.url, settings.maximumConnections, settings.timeouts)
  closers.push(database.close)
  return database
}

const openFolder = async (
  settings: Extract<DatabaseSettings, { engine: 'sqlite' }>,
  closers: (() => unknown)[],
): Promise<Database> => {
  const { folder } = settings
  await makeFolder(folder).catch((cause: unknown) => {
    throw new DataFolderError(folder, 'created', cause)
  })
  closers.push(lockFolder(folder))
  return openInFolder(folder, () => openSqlite(join(folder, 'plugboard.db'), settings))
}
