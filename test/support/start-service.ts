import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { createClient, type Client } from '../../src/client/index.ts'
import { startService as start, type Config } from '../../src/service/index.ts'
import type { Clock } from '../../src/service/platform/clock.ts'
import type { Resolve } from '../../src/service/platform/outbound/index.ts'
import { placeMigratedSqlite } from './migrated-sqlite.ts'
import { createPostgresDatabase } from './postgres-database.ts'

export type TestService = {
  url: string
  apiKey: string
  userApiKey: string
  orgApiKey: string
  /** Typed, with the project's key. */
  client: Client
  /**
   * A bare request with the project's key unless `headers` carries another; the body is sent as
   * JSON.
   */
  request(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<{ status: number; headers: Headers; body: any }> // eslint-disable-line typescript/no-explicit-any -- a test looks into answers of every shape
  /** The address of a one-time link that signs in to the console. */
  createConsoleLink(): Promise<string>
  close(): Promise<void>
}

export const engine = process.env['PLUGBOARD_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

export type StartOptions = Partial<Config> & {
  /** The data folder of an earlier start; it is then not removed. */
  folder?: string
  /** Close it yourself instead of at the end of the test: for `beforeAll`. */
  keep?: boolean
  clock?: Clock
  /** Where the lines of the log go, instead of standard error. */
  writeLog?: { write(line: string): void }
  /** What names lead to, instead of what DNS says. */
  resolve?: Resolve
}

/** With which every test service encrypts. */
export const rootKeys = `1:${Buffer.alloc(32, 7).toString('base64')}`

/**
 * Starts a real service on loopback with a fresh database, which checks every answer by the
 * contract.
 *
 * The engine is SQLite, or PostgreSQL in the test project of that name.
 */
export const startService = async ({
  folder,
  keep,
  clock,
  writeLog,
  resolve,
  ...config
}: StartOptions = {}): Promise<TestService> => {
  const place = config.database
    ? { database: config.database, remove: async () => {} }
    : await openPlace(folder)
  const service = await start(
    {
      host: '127.0.0.1',
      port: 0,
      database: place.database,
      rootKeys,
      egressAllow: [],
      logLevel: 'error',
      toolTimeoutMs: 10_000,
      maximumResponseBytes: 5 * 1024 * 1024,
      retentionDays: 30,
      checkAnswers: true,
      ...config,
    },
    { ...(clock && { clock }), ...(writeLog && { writeLog }), ...(resolve && { resolve }) },
  ).catch(async (error: unknown) => {
    await place.remove()
    throw error
  })
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await service.close()
    await place.remove()
  }
  if (!keep) onTestFinished(close)

  const keys = service.firstKeys ?? { apiKey: '', userApiKey: '', orgApiKey: '' }
  return {
    url: service.url,
    ...keys,
    client: createClient({
      baseUrl: service.url,
      apiKey: keys.apiKey || 'unknown',
      ...(keys.orgApiKey && { orgApiKey: keys.orgApiKey }),
      retries: 0,
    }),
    request: async (method, path, options = {}) => {
      const response = await fetch(`${service.url}${path}`, {
        method,
        headers: {
          ...(options.body !== undefined && { 'content-type': 'application/json' }),
          ...(options.headers ?? { 'x-api-key': keys.apiKey }),
        },
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
      }
    },
    createConsoleLink: service.createConsoleLink,
    close,
  }
}

const openPlace = async (
  folder: string | undefined,
): Promise<{ database: Config['database']; remove: () => Promise<void> }> => {
  if (engine === 'postgres' && folder === undefined) {
    const { url, drop } = await createPostgresDatabase({ template: inject('migratedPostgres') })
    return { database: { engine: 'postgres', url, maximumConnections: 5 }, remove: drop }
  }
  if (folder !== undefined)
    return { database: { engine: 'sqlite', folder }, remove: async () => {} }
  const path = await mkdtemp(join(tmpdir(), 'plugboard-test-'))
  await placeMigratedSqlite(path)
  return {
    database: { engine: 'sqlite', folder: path },
    remove: () => rm(path, { recursive: true }),
  }
}
