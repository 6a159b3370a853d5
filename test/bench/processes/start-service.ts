import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { createClient, type Client } from '../../../src/client/index.ts'
import type { BuiltPackage } from '../build-package.ts'
import { startProcess, type ProcessOptions, type ServerProcess } from './start-process.ts'

type DevReady = { url: string; apiKey: string; orgApiKey: string; consoleUrl: string }

export type ServiceProcess = ServerProcess<DevReady> & { client: Client; folder: string }

type ServiceOptions = ProcessOptions & {
  folder?: string
  nodeArguments?: string[]
  devArguments?: string[]
  /** Loads `report-pauses.ts` into it, which answers `ask`. */
  reportsPauses?: boolean
}

/** Settings of the shell that would change what is measured. */
const withoutSettings = Object.fromEntries(
  ['DATABASE_URL', ...Object.keys(process.env).filter((name) => name.startsWith('PLUGBOARD_'))].map(
    (name) => [name, undefined],
  ),
)

/**
 * Starts the built command `plugboard dev` on a free port, as somebody who installed the package
 * would.
 */
export const startService = async (
  { consumer, cli }: BuiltPackage,
  options: ServiceOptions = {},
): Promise<ServiceProcess> => {
  const {
    folder = await mkdtemp(join(consumer, 'data-')),
    nodeArguments = [],
    devArguments = [],
    environment,
    reportsPauses = false,
    channel = reportsPauses,
  } = options
  const preload = reportsPauses ? ['--import', await writePauseReporter(consumer)] : []
  const service = await startProcess<DevReady>(
    [
      ...preload,
      ...nodeArguments,
      cli,
      'dev',
      '--json',
      '--port',
      '0',
      '--data',
      folder,
      ...devArguments,
    ],
    {
      cwd: consumer,
      environment: { ...withoutSettings, ...environment },
      channel,
    },
  )
  return {
    ...service,
    folder,
    client: createClient({ baseUrl: service.ready.url, apiKey: service.ready.apiKey }),
  }
}

/** As JavaScript: every thread of a service would load a compiler to strip the types itself. */
const writePauseReporter = async (folder: string): Promise<string> => {
  const source = new URL('./report-pauses.ts', import.meta.url)
  const path = join(folder, 'report-pauses.mjs')
  await writeFile(path, stripTypeScriptTypes(await readFile(source, 'utf8')))
  return path
}
