import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { DatabaseSettings } from './open-database.ts'

/** In a data folder whose rows were moved to another database. */
export const movedFile = (folder: string): string => join(folder, 'moved.json')

/** Whether a move to this PostgreSQL was begun and is not finished. */
export const isBeingMoved = async ({ handle }: Pick<Database, 'handle'>): Promise<boolean> => {
  const { rows } = await sql<{ name: string | null }>`
    select to_regclass('public.move_progress')::text as name`.execute(handle)
  return typeof rows[0]?.name === 'string'
}

/**
 * Refuses to serve a database from which `plugboard admin move` moved everything, whose deliveries
 * and polls would run twice, and one that it has not filled completely.
 */
export const rejectMoved = async (
  settings: DatabaseSettings,
  database: Pick<Database, 'handle'>,
): Promise<void> => {
  if (settings.engine === 'postgres') {
    if (await isBeingMoved(database))
      throw new Error(
        'The database is not complete: run `plugboard admin move` again, which goes on where it stopped, or create a new, empty database',
      )
    return
  }
  const file = movedFile(settings.folder)
  const moved = await readFile(file, 'utf8').catch(() => undefined)
  if (moved !== undefined)
    throw new Error(
      `The data of ${settings.folder} was moved to PostgreSQL: set DATABASE_URL. To go back to what is in the folder, stop every node there first, then delete ${file}`,
    )
}
