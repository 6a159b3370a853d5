import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { isFull, isThorough, runsInFull } from './support/thorough.ts'

const root = new URL('..', import.meta.url).pathname

/** Packages of this repository that import each other by name find the sources, not a build. */
const conditions = ['plugboard-source', 'node']

/**
 * What puts another module in the place of one that other files have loaded already needs a process
 * of its own.
 */
const apart = ['test/adapters/previous/**/*.test.ts']

/** Each loads everything again, so a desk tries one earlier major. */
const apartHere = isThorough ? apart : ['test/adapters/previous/ai-6.test.ts']

/** What talks to a running service, and so runs once per engine. */
const serviceTests = [
  'test/service/**/*.test.ts',
  'test/provider/**/*.test.ts',
  'test/adapters/**/*.test.ts',
]

/**
 * These read descriptions, build requests and pages, or speak to models. They hardly depend on the
 * engine: what they store goes through tables that other tests try on both. Starting services for
 * them is a quarter of all that runs on PostgreSQL.
 */
const sameOnBothEngines = [
  'test/adapters/**',
  'test/provider/**',
  'test/service/auth-schemes/**',
  'test/service/catalog/{discovery,graphql,openapi,overlay,recipe,texts}/**',
  'test/service/execution/{answers,http-request}/**',
  'test/service/graphql-source/**',
  'test/service/logos/**',
  'test/service/mcp/protocol/**',
  'test/service/mcp-source/**',
  'test/service/pages/**',
  'test/service/recipes/**',
  'test/service/search/engine/**',
  'test/service/sessions/policy/**',
  'test/service/workbench/**',
]

const postgres = {
  extends: true as const,
  test: {
    name: 'postgres',
    include: serviceTests,
    // These choose their engines themselves.
    exclude: [
      'test/service/platform/**',
      ...apart,
      ...(runsInFull('tests on PostgreSQL of what is the same on both engines')
        ? []
        : sameOnBothEngines),
    ],
    env: { PLUGBOARD_TEST_ENGINE: 'postgres' },
    globalSetup: ['test/support/migrated-postgres.ts'],
  },
}

/** A folder that is gone when the tests are over. */
const makeTemporary = (prefix: string): string => {
  const folder = mkdtempSync(prefix)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * The databases of the tests are in memory where there is some: otherwise each commit waits for the
 * disk, which took twice the time on a slow one. Proofs at full length may need more of it.
 */
const findTemporaryFolder = (): string => {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (isFull || bavail * bsize < 4 * 1024 ** 3) return tmpdir()
    // Nothing that a test leaves may stay in memory.
    return makeTemporary(`${memory}/plugboard-tests-`)
  } catch {
    return tmpdir()
  }
}

// Node takes the types out of a file with WebAssembly. V8 can fail a check of its own and end the
// process when many threads that did so come and go (nodejs/node#64500), as those of the tests do.
// What is in the compile cache, which a process opens when it starts, has been stripped already.
process.env['NODE_COMPILE_CACHE'] ??= makeTemporary(join(tmpdir(), 'plugboard-compiled-'))

// Names the databases on PostgreSQL, here and in the processes of the tests.
process.env['TEST_POSTGRES_RUN'] = randomBytes(4).toString('hex')
const withPostgres = Boolean(process.env['TEST_DATABASE_URL'])
if (!withPostgres) console.warn('TEST_DATABASE_URL is not set: the tests run on SQLite only')

export default defineConfig({
  root,
  ssr: { resolve: { conditions } },
  test: {
    pool: 'forks',
    setupFiles: ['test/support/seed.ts'],
    // To load the service again for each file is half of what the files cost.
    isolate: false,
    // Tests wait for intervals and processes too, so at a desk there are more than cores.
    maxWorkers: isThorough ? '100%' : Math.ceil(availableParallelism() * 1.5),
    env: { TMPDIR: findTemporaryFolder() },
    // These end tests that hang. None judges how fast the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: ['test/github/**', 'test/consumers/**', ...apart],
          globalSetup: withPostgres ? ['test/support/drop-postgres-databases.ts'] : [],
        },
      },
      { extends: true, test: { name: 'apart', include: apartHere, isolate: true } },
      ...(withPostgres ? [postgres] : []),
    ],
  },
})
