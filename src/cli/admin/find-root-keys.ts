import { CliError } from '../cli-error.ts'
import { readSavedRootKeys } from '../development/root-key.ts'

/** The root keys of the environment, or of the data folder of `plugboard dev`. */
export const findRootKeys = async (folder: string): Promise<string> => {
  const ring = process.env['PLUGBOARD_ROOT_KEYS'] || (await readSavedRootKeys(folder))
  if (ring) return ring
  throw new CliError(
    `There are no root keys: PLUGBOARD_ROOT_KEYS is not set, and there is no root.key in ${folder}`,
    {
      suggestedFix:
        'Set PLUGBOARD_ROOT_KEYS as for plugboard start, or pass the data folder of plugboard dev with --data',
    },
  )
}
