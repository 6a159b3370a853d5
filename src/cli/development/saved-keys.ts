import { join } from 'node:path'
import { z } from 'zod'
import { CliError } from '../cli-error.ts'
import { readPrivateJson, writePrivateJson } from './private-file.ts'

const keptKeys = z.object({
  /** Address at which the service last listened. */
  url: z.string(),
  apiKey: z.string(),
  userApiKey: z.string(),
  orgApiKey: z.string(),
  /** The database that these keys belong to. */
  database: z.string(),
  /** The running service: what `toolkits setup --managed` needs. */
  managed: z
    .object({
      pid: z.number().int(),
      /** The file of the operator's OAuth applications. */
      file: z.string(),
      publicUrl: z.string(),
    })
    .optional(),
})

/** The API keys of the first start. The service itself only stores hashes. */
export type SavedKeys = z.infer<typeof keptKeys>

/** Reads the keys of a data folder; refuses keys of a different database. */
export const readSavedKeys = async (
  folder: string,
  database?: string,
): Promise<SavedKeys | undefined> => {
  const kept = await readPrivateJson(toPath(folder), keptKeys)
  if (!kept || database === undefined || kept.database === database) return kept
  throw new CliError(
    `${toPath(folder)} contains the keys of another database (${kept.database}, not ${database})`,
    {
      suggestedFix:
        'Set or unset DATABASE_URL as on the first start, or choose another folder with --data',
    },
  )
}

export const saveKeys = (folder: string, keys: SavedKeys): Promise<void> =>
  writePrivateJson(toPath(folder), keys)

const toPath = (folder: string) => join(folder, 'keys.json')
