import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type Client } from '../../../src/client/index.ts'
import type { BuiltPackage } from '../build-package.ts'
import { startProcess, type ProcessOptions, type ServerProcess } from './start-process.ts'

export type DevReady = { url: string; apiKey: string }

export type ServiceProcess = ServerProcess<DevReady> & { client: Client; folder: string }

export type ServiceOptions = ProcessOptions & { folder?: string; nodeArguments?: string[]; devArguments?: string[] }

/** Starts the built command `plugboard dev` on a free port, as somebody who installed the package would. */
export const startService = async ({ consumer, cli }: BuiltPackage, options: ServiceOptions = {}): Promise<ServiceProcess> => {
  const { folder = await mkdtemp(join(consumer, 'data-')), nodeArguments = [], devArguments = [], environment, channel } = options
  const process = await startProcess<DevReady>([...nodeArguments, cli, 'dev', '--json', '--port', '0', '--data', folder, ...devArguments], {
    cwd: consumer,
    environment: { DATABASE_URL: '', PLUGBOARD_HOST: '', PLUGBOARD_LOG_LEVEL: '', ...environment },
    ...(channel !== undefined && { channel }),
  })
  return { ...process, folder, client: createClient({ baseUrl: process.ready.url, apiKey: process.ready.apiKey }) }
}
