import { CliError } from '../cli-error.ts'
import { readSavedKeys, type SavedKeys } from '../development/saved-keys.ts'
import type { ConnectionOptions } from '../service-connection.ts'

/** A `plugboard dev` that runs on this machine, and its file of OAuth applications. */
export type RunningDevelopment = Pick<SavedKeys, 'url' | 'apiKey'> &
  NonNullable<SavedKeys['managed']>

const elsewhere =
  'On a server, add the application to the file that PLUGBOARD_OAUTH_APPS names: {"<toolkit slug>": {"client_id", "client_secret", "scopes"?}}; a running service reads it again'

/** Finds the `plugboard dev` of the data folder. Throws for any other service. */
export const findDevelopment = async ({
  url,
  data,
}: Pick<ConnectionOptions, 'url' | 'data'>): Promise<RunningDevelopment> => {
  const saved = await readSavedKeys(data)
  if (!saved?.managed)
    throw new CliError(`--managed is for a plugboard dev on this machine, and ${data} has none`, {
      suggestedFix: `Name its data folder with --data, or start it again. ${elsewhere}`,
    })
  if (
    url !== undefined &&
    !(URL.canParse(url) && new URL(url).origin === new URL(saved.url).origin)
  )
    throw new CliError(
      `--managed is for a plugboard dev on this machine: ${url} is not the one of ${data}, which is ${saved.url}`,
      { suggestedFix: elsewhere },
    )
  if (!isRunning(saved.managed.pid))
    throw new CliError(`The plugboard dev of ${data} is not running`, {
      suggestedFix: `Start it: plugboard dev --data ${data}. ${elsewhere}`,
    })
  return { url: saved.url, apiKey: saved.apiKey, ...saved.managed }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's process.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
