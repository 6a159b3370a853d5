import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../service/platform/make-folder.ts'
import { CliError } from '../cli-error.ts'

/**
 * Creates the data folder for this user only, if it does not exist, with a file that keeps it out of
 * Git: it holds the keys. Returns its absolute path.
 */
export const openDataFolder = async (data: string): Promise<string> => {
  const folder = resolve(data)
  const isNew = await makeFolder(folder).catch((cause: unknown) => {
    throw new CliError(`The data folder ${folder} cannot be created`, {
      suggestedFix: 'Name a folder that you may write to with --data',
      cause,
    })
  })
  if (isNew) await writeFile(join(folder, '.gitignore'), '*\n')
  return folder
}

/**
 * Returns whether an earlier start left a database in the folder, or keys for a database elsewhere.
 */
export const wasUsedBefore = (folder: string): boolean =>
  ['plugboard.db', 'keys.json'].some((file) => existsSync(join(folder, file)))
