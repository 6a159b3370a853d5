import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
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
  if (settings.engine === 'sqlite') {
    await makeFolder(settings.folder)
    closers.push(lockFolder(settings.folder))
  }
  const database =
    settings.engine === 'sqlite'
      ? openSqlite(join(settings.folder, 'plugboard.db'), settings)
      : await openPostgres(settings.url, settings.maximumConnections, settings.timeouts)
  closers.push(database.close)
  return database
}
