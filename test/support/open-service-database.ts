import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Config } from '../../src/service/index.ts'
import {
  openPostgres,
  openSqlite,
  type Database,
} from '../../src/service/platform/database/index.ts'

/**
 * Opens the database of a running service once more, to put in what no request can. Closed at the
 * end of the test.
 */
export const openServiceDatabase = async (settings: Config['database']): Promise<Database> => {
  const database =
    settings.engine === 'postgres'
      ? await openPostgres(settings.url, 1)
      : openSqlite(join(settings.folder, 'plugboard.db'))
  onTestFinished(() => database.close())
  return database
}
