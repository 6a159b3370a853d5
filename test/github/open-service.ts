import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Client } from '../../src/client/index.ts'
import { startService, type Config } from '../../src/service/index.ts'
import { createPostgresDatabase } from '../support/postgres-database.ts'

type OpenService = { client: Client; close(): Promise<void> }

/**
 * A service on a fresh database, for scripts: `test/support/start-service.ts` belongs to vitest.
 */
export const openService = async (
  engine: Config['database']['engine'],
  egressAllow: string[],
): Promise<OpenService> => {
  const { database, remove } = engine === 'postgres' ? await freshPostgres() : await freshSqlite()
  const service = await startService({
    host: '127.0.0.1',
    port: 0,
    database,
    rootKeys: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    egressAllow,
    logLevel: 'error',
    toolTimeoutMs: 10_000,
    maximumResponseBytes: 5 * 1024 * 1024,
    retentionDays: 30,
    checkAnswers: true,
  }).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  const close = async () => {
    await service.close()
    await remove()
  }
  return {
    client: createClient({
      baseUrl: service.url,
      apiKey: service.firstKeys?.apiKey ?? '',
      retries: 0,
    }),
    close,
  }
}

type Place = { database: Config['database']; remove: () => Promise<void> }

const freshPostgres = async (): Promise<Place> => {
  const { url, drop } = await createPostgresDatabase()
  return { database: { engine: 'postgres', url, maximumConnections: 5 }, remove: drop }
}

const freshSqlite = async (): Promise<Place> => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-github-'))
  return { database: { engine: 'sqlite', folder }, remove: () => rm(folder, { recursive: true }) }
}
