import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DataFolderError } from '../../service/platform/database/data-folder-error.ts'
import { makeFolder } from '../../service/platform/make-folder.ts'

/**
 * Creates the data folder for this user only, if it does not exist, with a file that keeps it out of
 * Git: it holds the keys. Returns its absolute path.
 */
export const openDataFolder = async (data: string): Promise<string> => {
  const folder = resolve(data)
  const isNew = await makeFolder(folder).catch((cause: unknown) => {
    throw new DataFolderError(folder, 'created', cause)
  })
  if (isNew) await writeFile(join(folder, '.gitignore'), '*\n')
  return folder
}

/**
 * Returns whether an earlier start left a database in the folder, or keys for a database elsewhere.
 */
export const wasUsedBefore = (folder: string): boolean =>
  ['plugboard.db', 'keys.json'].some((file) => existsSync(join(folder, file)))
