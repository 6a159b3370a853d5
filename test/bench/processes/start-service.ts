import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type Client } from '../../../src/client/index.ts'
import type { BuiltPackage } from '../build-package.ts'
import { startProcess, type ProcessOptions, type ServerProcess } from './start-process.ts'

type DevReady = { url: string; apiKey: string; orgApiKey: string }

export type ServiceProcess = ServerProcess<DevReady> & { client: Client; folder: string }

type ServiceOptions = ProcessOptions & {
  folder?: string
  nodeArguments?: string[]
  devArguments?: string[]
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
    channel,
  } = options
  const service = await startProcess<DevReady>(
    [...nodeArguments, cli, 'dev', '--json', '--port', '0', '--data', folder, ...devArguments],
    {
      cwd: consumer,
      environment: { ...withoutSettings, ...environment },
      ...(channel !== undefined && { channel }),
    },
  )
  return {
    ...service,
    folder,
    client: createClient({ baseUrl: service.ready.url, apiKey: service.ready.apiKey }),
  }
}
