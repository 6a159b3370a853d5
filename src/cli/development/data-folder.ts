import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CliError } from '../cli-error.ts'

/** Makes the data folder, for this user alone, unless it is there; answers its whole path. */
export const openDataFolder = async (data: string): Promise<string> => {
  const folder = resolve(data)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new CliError(`The data folder ${folder} cannot be made`, {
      suggestedFix: 'Name a folder that you may write to with --data',
      cause,
    })
  })
  return folder
}

/** Whether an earlier start left a database in the folder, or the keys of one elsewhere. */
export const wasUsedBefore = (folder: string): boolean =>
  ['plugboard.db', 'keys.json'].some((file) => existsSync(join(folder, file)))
