import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRootKey } from '../../service/platform/secrets/index.ts'
import { CliError } from '../cli-error.ts'
import { wasUsedBefore } from './data-folder.ts'
import { readOptionalFile, writePrivateText } from './private-file.ts'

export type RootKeyFile = {
  text: string
  /** Created by this start. */
  isNew: boolean
}

/**
 * Returns the key that encrypts stored credentials: PLUGBOARD_ROOT_KEYS, or the key of the data
 * folder, which is created on its first start.
 */
export const readOrCreateRootKey = async (
  folder: string,
  environment: Record<string, string | undefined>,
): Promise<RootKeyFile> => {
  const set = environment['PLUGBOARD_ROOT_KEYS']
  if (set) return { text: set, isNew: false }
  const path = toPath(folder)
  const text = (await readOptionalFile(path))?.trim()
  if (text) return { text, isNew: false }
  if (text === undefined && !wasUsedBefore(folder))
    return { text: await createFile(path), isNew: true }
  throw new CliError(
    `${path} is ${text === undefined ? 'missing' : 'empty'}, and the database in its folder cannot be read without it`,
    {
      suggestedFix: `Restore root.key, or set PLUGBOARD_ROOT_KEYS to its content. To start over, delete ${folder} or choose another folder with --data; toolkits and connected accounts are then lost`,
    },
  )
}

/** Deletes a newly created key that turned out to decrypt nothing. */
export const discardRootKey = (folder: string): Promise<void> => rm(toPath(folder))

/** The keys stored in a data folder. */
export const readSavedRootKeys = async (folder: string): Promise<string | undefined> =>
  (await readOptionalFile(toPath(folder)))?.trim() || undefined

export const saveRootKeys = (folder: string, text: string): Promise<void> =>
  writePrivateText(toPath(folder), `${text}\n`)

const toPath = (folder: string) => join(folder, 'root.key')

const createFile = async (path: string): Promise<string> => {
  const text = `1:${createRootKey()}`
  // Never overwrites an existing file: with two concurrent first starts, the database's key would
  // be lost.
  await writeFile(path, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch(
    (cause: unknown) => {
      throw new CliError(`${path} cannot be written`, {
        suggestedFix:
          'If another plugboard was just started on this folder, use that one, or choose another folder with --data',
        cause,
      })
    },
  )
  return text
}
