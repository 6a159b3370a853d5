import { join } from 'node:path'
import { z } from 'zod'
import { CliError } from '../cli-error.ts'
import { readPrivateJson, writePrivateJson } from './private-file.ts'

const keptKeys = z.object({
  /** Where the service listened last. */
  url: z.string(),
  apiKey: z.string(),
  userApiKey: z.string(),
  orgApiKey: z.string(),
  /** Which database knows these keys. */
  database: z.string(),
})

/** The API keys of a first start: the service itself keeps only hashes. */
export type KeptKeys = z.infer<typeof keptKeys>

/** The keys in a data folder; refuses those of another database than the named one. */
export const readKeptKeys = async (
  folder: string,
  database?: string,
): Promise<KeptKeys | undefined> => {
  const kept = await readPrivateJson(toPath(folder), keptKeys)
  if (!kept || database === undefined || kept.database === database) return kept
  throw new CliError(
    `${toPath(folder)} holds the keys of another database (${kept.database}, not ${database})`,
    {
      suggestedFix:
        'Set or unset DATABASE_URL as at the first start, or name another folder with --data',
    },
  )
}

export const keepKeys = (folder: string, keys: KeptKeys): Promise<void> =>
  writePrivateJson(toPath(folder), keys)

const toPath = (folder: string) => join(folder, 'keys.json')
