import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

type FoundServer = {
  /** Path of its command; null if the requested version is not installed. */
  command: string | null
  /** A different version that is installed. */
  otherVersion: string | null
}

/** Looks for `plugboard-server` next to this package, then in the user's project. */
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
    // A checkout of this repository has a manifest but no build.
    return existsSync(command) ? [{ version, command }] : []
  } catch {
    return []
  }
}
