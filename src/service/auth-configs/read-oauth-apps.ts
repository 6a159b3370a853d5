import { readFileSync, statSync } from 'node:fs'
import type { Log } from '../platform/log.ts'
import { oauthApps, type OAuthApps } from './oauth-apps.ts'

/** Where the operator's OAuth applications are. `isOptional`: without the file there are none. */
export type OAuthAppsFile = { path: string; isOptional: boolean }

/** A file that cannot be used. The message says where its problem is, and repeats no value. */
export class OAuthAppsError extends Error {
  override name = 'OAuthAppsError'
}

const maximumBytes = 1024 * 1024

/** Reads the file PLUGBOARD_OAUTH_APPS. Throws an `OAuthAppsError`. */
export const readOAuthApps = ({ path, isOptional }: OAuthAppsFile): OAuthApps => {
  if (stampOf(path) === undefined && isOptional) return {}
  const parsed = oauthApps.safeParse(parseFile(path))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues
    .slice(0, 10)
    .map((issue) => `${issue.path.join('.')} ${issue.message}`.trim())
  throw new OAuthAppsError(
    `${path} does not contain OAuth applications: ${problems.join('; ')}. The format is {"<toolkit slug>": {"client_id", "client_secret", "hosts"?: ["login.example.com"], "scopes"?, "auth_scheme"?}}`,
  )
}

/**
 * The applications as the file has them now. Whether it changed is asked once in a turn of the event
 * loop, when they are used: nothing depends on notifications, which mounted volumes lack. A file
 * that cannot be used is logged, and the applications before it stay.
 */
export const watchOAuthApps = (
  file: OAuthAppsFile,
  log: Pick<Log, 'info' | 'error'>,
): (() => OAuthApps) => {
  let stamp = stampOf(file.path)
  let apps = readOAuthApps(file)
  let isChecked = false

  const readAgain = (): void => {
    const found = stampOf(file.path)
    if (found === stamp) return
    stamp = found
    try {
      apps = readOAuthApps(file)
      log.info({ toolkits: Object.keys(apps) }, 'The OAuth applications were read again')
    } catch (error) {
      if (!(error instanceof OAuthAppsError)) throw error
      log.error(
        { problem: error.message },
        'The file of OAuth applications changed and cannot be used: those before stay',
      )
    }
  }

  return () => {
    if (!isChecked) {
      isChecked = true
      setImmediate(() => void (isChecked = false))
      readAgain()
    }
    return apps
  }
}

/**
 * Changes with every version of the file, also with one that is moved into its place. Undefined
 * where there is none; one that cannot be reached, such as in a folder without permission, is there.
 */
const stampOf = (path: string): string | undefined => {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found && `${found.ino} ${found.size} ${found.mtimeNs}`
  } catch (error) {
    return String(error instanceof Error && 'code' in error ? error.code : error)
  }
}

const parseFile = (path: string): unknown => {
  let text: string
  try {
    if (statSync(path).size > maximumBytes)
      throw new OAuthAppsError(`${path} is larger than ${maximumBytes} bytes`)
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof OAuthAppsError) throw cause
    throw new OAuthAppsError(`${path} cannot be read`, { cause })
  }
  try {
    return JSON.parse(text)
  } catch {
    // The reason of the parser quotes the text.
    throw new OAuthAppsError(`${path} is not JSON`)
  }
}
