import { runCli } from '../../cli/run-cli.ts'
import type { SharedDatabase } from '../../support/shared-database.ts'

export const rootKeys = `1:${Buffer.alloc(32, 7).toString('base64')}`

/** Runs `plugboard admin … --json`. */
export const admin = async (args: string[], environment: Record<string, string>) => {
  const { code, stdout, stderr } = await runCli(['admin', ...args, '--json'], {
    environment: { PLUGBOARD_ROOT_KEYS: rootKeys, ...environment },
  })
  return { code, stderr, answer: stdout === '' ? undefined : JSON.parse(stdout) }
}

/** The settings that name a database, and the service on it where one runs. */
export const settingsOf = (
  { database }: Pick<SharedDatabase, 'database'>,
  service?: { url: string },
): Record<string, string> =>
  'url' in database
    ? { DATABASE_URL: database.url }
    : {
        PLUGBOARD_DATA: database.folder,
        ...(service && { PLUGBOARD_PORT: new URL(service.url).port }),
      }
