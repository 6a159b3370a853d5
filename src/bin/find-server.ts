import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type FoundServer = {
  /** The path of its command; null unless it is installed in the wanted version. */
  command: string | null
  /** Another version that is installed. */
  otherVersion: string | null
}

/** Looks for `plugboard-server` beside this package, and then in the user's project. */
export const findServer = (version: string): FoundServer => {
  const installed = [import.meta.filename, join(process.cwd(), 'package.json')].flatMap(readServer)
  return {
    command: installed.find((server) => server.version === version)?.command ?? null,
    otherVersion: installed[0]?.version ?? null,
  }
}

const readServer = (from: string): { version: string; command: string }[] => {
  try {
    const manifest = createRequire(from).resolve('plugboard-server/package.json')
    const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      version: string
      bin: { 'plugboard-server': string }
    }
    const command = join(dirname(manifest), bin['plugboard-server'])
    // A checkout of this repository has the manifest without a build.
    return existsSync(command) ? [{ version, command }] : []
  } catch {
    return []
  }
}
