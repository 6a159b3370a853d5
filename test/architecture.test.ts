import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCycles, findFolderCycles, reachableFrom } from './architecture/find-cycles.ts'
import { findLongFunctions } from './architecture/find-long-functions.ts'
import { findForeignMessages } from './architecture/find-foreign-messages.ts'
import { findJsonCasts } from './architecture/find-json-casts.ts'
import { findPackageViolations, manifests } from './architecture/find-package-violations.ts'
import { findUnboundedDeletes } from './architecture/find-unbounded-deletes.ts'
import { findUnguardedUpdates } from './architecture/find-unguarded-updates.ts'
import { findViolations, type Architecture } from './architecture/find-violations.ts'
import { isIn, type ImportRule } from './architecture/import-rules.ts'
import { parseSourceFile, readSourceFiles } from './architecture/source-file.ts'
import { verifies } from './requirements.ts'

/**
 * The folders of the service; each may use those above it. `http` mounts what they implement, so
 * `main.ts` alone uses it.
 *
 * Sessions ask `approvals` and `plans`, which know nothing of sessions but what they are handed;
 * `workbench` runs code that calls the tools of sessions, so it comes after them.
 *
 * When a needed import fails here, move the line, or change the list in the same commit and say
 * why.
 */
const capabilities = [
  'platform',
  'endpoint',
  'third-party',
  'logos',
  'descriptions',
  'projects',
  'files',
  'auth-schemes',
  'catalog',
  'available-toolkits',
  'auth-configs',
  'accounts',
  'execution',
  'diagnosis',
  'search',
  'approvals',
  'plans',
  'sessions',
  'workbench',
  'users',
  'connections',
  'mcp',
  'project-events',
  'webhooks',
  'activity',
  'triggers',
  'usage',
  'pages',
  'console',
  'migration',
  'admin',
]

const shared = ['src/contract/', 'src/schema/', 'src/service/service-error.ts']

const serviceRules: ImportRule[] = [
  { folder: 'src/service/platform/', uses: [], packages: ['*'] },
  {
    folder: 'src/service/http/',
    uses: [...shared, 'src/service/platform/', 'src/service/endpoint/'],
    packages: ['*'],
  },
  ...capabilities.slice(1).map((name, index): ImportRule => ({
    folder: `src/service/${name}/`,
    uses: [
      ...shared,
      ...capabilities.slice(0, index + 1).map((earlier) => `src/service/${earlier}/`),
    ],
    packages: ['*'],
  })),
  {
    folder: 'src/service/service-error.ts',
    uses: ['src/contract/', 'src/service/platform/public-error.ts'],
    packages: [],
  },
  ...[
    'index.ts',
    'main.ts',
    'open-admin.ts',
    'move-to-postgres.ts',
    'capabilities.ts',
    'config/',
  ].map((name): ImportRule => ({
    folder: `src/service/${name}`,
    uses: ['src/service/', 'src/contract/'],
    packages: ['*'],
  })),
]

const nodeModules = [
  'child_process',
  'events',
  'fs',
  'module',
  'os',
  'path',
  'readline',
  'url',
].map((name) => `node:${name}`)

const architecture: Architecture = {
  rules: [
    { folder: 'src/contract/', uses: [], packages: ['zod'] },
    // Of OpenTelemetry only types: its package is optional, and bundlers have to work without it.
    {
      folder: 'src/client/',
      uses: ['src/contract/'],
      packages: ['ofetch', 'eventsource-parser', '@opentelemetry/api'],
    },
    // Misspelled names are found as the contract finds those of bodies, and texts of JSON in
    // arguments have the limits of bodies.
    {
      folder: 'src/schema/',
      uses: ['src/contract/find-similar-key.ts', 'src/contract/json-limits.ts'],
      packages: ['zod', 'zod-to-json-schema'],
    },
    {
      folder: 'src/provider/',
      uses: ['src/client/', 'src/contract/', 'src/schema/'],
      packages: ['zod'],
    },
    // For receivers on any runtime: a request in, an event out.
    {
      folder: 'src/webhooks/',
      uses: ['src/client/plugboard-error.ts'],
      usesTypes: ['src/contract/'],
      packages: [],
    },
    {
      folder: 'src/index.ts',
      uses: ['src/provider/', 'src/client/', 'src/contract/', 'src/schema/'],
      packages: [],
    },
    // Each framework is loaded by its own runner, by way of our adapter for it.
    {
      folder: 'src/evals/runners/',
      uses: ['src/evals/', 'src/index.ts', 'src/provider/', 'src/schema/', 'adapters/'],
      packages: [
        'ai',
        '@anthropic-ai/sdk',
        '@google/genai',
        '@langchain/core',
        'openai',
        'eventsource-parser',
      ],
    },
    {
      folder: 'src/evals/',
      uses: ['src/index.ts', 'src/provider/', 'src/client/', 'src/contract/', 'src/schema/'],
      packages: ['*'],
    },
    ...serviceRules,
    // Third parties to try things with: a service of its own that knows only how its toolkits are
    // imported, so that `dev` and the tests can start it as they would any other.
    {
      folder: 'src/sample/',
      uses: [],
      usesTypes: ['src/contract/'],
      packages: ['*'],
    },
    { folder: 'src/server/', uses: ['src/service/index.ts'], packages: [] },
    // Runs in browsers, bundled; `build.ts` does that.
    {
      folder: 'src/console/build.ts',
      uses: ['src/contract/contract.ts', 'src/console/'],
      packages: ['vite', ...nodeModules],
    },
    {
      folder: 'src/console/cached-build.ts',
      uses: [],
      packages: ['node:crypto', 'node:fs', 'node:path'],
    },
    {
      folder: 'src/console/',
      uses: [
        'src/client/',
        'src/contract/',
        'src/evals/aggregate/compare-with-baseline.ts',
        'src/schema/profiles/profile-tool.ts',
      ],
      usesTypes: ['src/evals/reports/', 'src/schema/profiles/'],
      packages: ['preact', 'preact-iso', '@preact/signals', 'lucide'],
    },
    // Runs in browsers without any package; React is optional.
    {
      folder: 'src/connections-element/build.ts',
      uses: ['src/connections-element/', 'src/console/cached-build.ts'],
      packages: ['rolldown', 'node:path'],
    },
    {
      folder: 'src/connections-element/react.ts',
      uses: ['src/connections-element/'],
      packages: ['react'],
    },
    {
      folder: 'src/connections-element/',
      uses: ['src/contract/endpoint.ts'],
      usesTypes: ['src/contract/'],
      packages: [],
    },
    // Starts the commands of the other package: Node's modules alone, so that nothing waits for them.
    { folder: 'src/bin/', uses: [], packages: nodeModules },
    { folder: 'src/service-moved.ts', uses: [], packages: [] },
    // Commands speak REST; `dev` and `start` run the service, for which `dev` makes a root key, and
    // `dev` starts the sample; `generate types` turns schemas into types.
    {
      folder: 'src/cli/',
      uses: [
        'src/index.ts',
        'src/evals/index.ts',
        'src/webhooks/',
        'src/client/',
        'src/contract/',
        'src/schema/',
        'src/sample/',
        'src/service/index.ts',
        'src/service/open-admin.ts',
        'src/service/platform/secrets/index.ts',
        // Makes the fetch of the process the one that the service loads, before it is loaded.
        'src/service/platform/outbound/install-fetch.ts',
        'src/service/platform/database/data-folder-error.ts',
        'src/service/platform/make-folder.ts',
      ],
      packages: ['*'],
    },
    { folder: 'adapters/ai/', uses: ['src/index.ts'], packages: ['ai', 'zod'] },
    // Tools of the Claude Agent SDK have the shape of a zod object.
    {
      folder: 'adapters/anthropic/',
      uses: ['src/index.ts', 'src/schema/index.ts'],
      packages: ['@anthropic-ai/sdk'],
    },
    { folder: 'adapters/google/', uses: ['src/index.ts'], packages: ['@google/genai'] },
    { folder: 'adapters/langchain/', uses: ['src/index.ts'], packages: ['@langchain/core', 'zod'] },
    // Mastra is handed in, and known by its shape alone: test/consumers/mastra.
    { folder: 'adapters/mastra/', uses: ['src/index.ts'], packages: [] },
    { folder: 'adapters/openai/', uses: ['src/index.ts'], packages: ['openai', 'zod'] },
    // Examples use the package by its name, as its readers do.
    { folder: 'examples/', uses: [], packages: ['*'] },
  ],
  // `platform` is many small rooms: each is used by its own index or its one file.
  modules: [...capabilities.slice(1), 'http'].map((name) => `src/service/${name}/`),
  reserved: {
    kysely: (path) =>
      isIn(path, 'src/service/platform/') ||
      ['store.ts', 'migrations.ts'].includes(posix.basename(path)),
    undici: (path) => isIn(path, 'src/service/platform/outbound/'),
    ...Object.fromEntries(
      ['ai', '@anthropic-ai/sdk', '@google/genai', '@langchain/core', 'openai', 'ofetch'].map(
        (name) => [
          name,
          (path: string) =>
            // The console's chat loads the AI SDK where the operator installed it.
            (path === 'src/service/console/chat/load-sdk.ts' || !isIn(path, 'src/service/')) &&
            (!isIn(path, 'src/evals/') || isIn(path, 'src/evals/runners/')),
        ],
      ),
    ),
  },
  environment: {
    process: ['src/service/config/config.ts', 'src/cli/', 'examples/'],
    globalThis: ['src/provider/'],
  },
  maximumLines: 400,
}

const files = readSourceFiles(['src', 'adapters', 'examples'])

test('every folder imports only what the list allows', () => {
  expect(files.length).toBeGreaterThan(200)
  expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(500)
  expect(findViolations(files, architecture)).toEqual([])
})

test('every relative import names a file that exists', () => {
  const paths = new Set(files.map(({ path }) => path))
  const missing = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, isFile }) => isFile && target.endsWith('.ts') && !paths.has(target))
      .map(({ target }) => `${path} -> ${target}`),
  )

  expect(missing).toEqual([])
})

/** Functions with more than 60 lines of their own, and why each is one function. */
const longFunctions: Record<string, string> = {
  'src/service/capabilities.ts createCapabilities': 'one list: every capability and what it needs',
  'src/service/config/config.ts readConfig':
    'one mapping from the environment to the configuration',
  'src/service/catalog/openapi/schema/convert-schema.ts convertKeyword': 'one case per keyword',
  'src/service/catalog/catalog.ts createCatalogRules': 'its functions share the caches it opens',
  'src/service/auth-configs/auth-config.ts create': 'steps of one transaction, in their order',
  'src/evals/runners/run-case.ts runCase': 'the turns of a run share its state',
}

test('no function is longer than 60 lines without a reason', () => {
  const long = files
    .filter(({ path }) => posix.basename(path) !== 'migrations.ts')
    .flatMap(({ path }) =>
      findLongFunctions(path, readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'), 60),
    )

  expect(long.map(({ path, name }) => `${path} ${name}`).toSorted()).toEqual(
    Object.keys(longFunctions).toSorted(),
  )
})

test('the lines of a function are counted without those of the functions inside', () => {
  const inner = `const inner = () => {\n${'work()\n'.repeat(70)}}\n`
  expect(findLongFunctions('x.ts', `const outer = () => {\n${inner}}`, 60)).toEqual([
    { path: 'x.ts', name: 'inner', lines: 72 },
  ])
  expect(findLongFunctions('x.ts', `const f = () => {\n${'work()\n'.repeat(58)}}`, 60)).toEqual([])
})

test('no file loads itself by way of others', () => {
  expect(findCycles(files)).toEqual([])
})

test('no circle ties the files or folders of the provider, types included', () => {
  const provider = files.filter(({ path }) => isIn(path, 'src/provider/'))

  expect(findCycles(provider, { types: true })).toEqual([])
  expect(findFolderCycles(provider)).toEqual([])
})

/** Whose files hold no circle, types included. */
const rooms = [
  'schema',
  'evals',
  'sample',
  'cli',
  'client',
  'contract',
  'webhooks',
  'bin',
  'connections-element',
]

test.each(rooms)('no circle ties the files of %s or its folders, types included', (room) => {
  const inRoom = files.filter(({ path }) => isIn(path, `src/${room}/`))
  // Files at the top of a room are shared by its folders, and put them together.
  const inFolders = inRoom.filter(({ path }) => path.split('/').length > 3)

  expect(inRoom.length).toBeGreaterThan(3)
  expect(findCycles(inRoom, { types: true })).toEqual([])
  expect(findFolderCycles(inFolders, (path) => path.split('/').slice(0, 3).join('/'))).toEqual([])
})

test('no circle of imports ties rooms of the service, or the folders of a room, types included', () => {
  const service = files.filter(({ path }) => isIn(path, 'src/service/'))
  const toDepth = (depth: number) => (path: string) => path.split('/').slice(0, depth).join('/')
  const inFolders = service.filter(({ path }) => path.split('/').length > 4)

  expect(inFolders.length).toBeGreaterThan(200)
  expect(findFolderCycles(service, toDepth(3))).toEqual([])
  expect(findFolderCycles(inFolders, toDepth(4))).toEqual([])
})

test('each of the two packages imports what it will find where it is installed', () => {
  expect(findPackageViolations(files)).toEqual([])
})

test.each([
  ['src/client/x.ts', `import { startService } from '../service/index.ts'`],
  ['src/evals/x.ts', `import pLimit from 'p-limit'`],
  ['src/service/x.ts', `import { ofetch } from 'ofetch'`],
  ['src/service/x.ts', `import { Session } from '../provider/session.ts'`],
])('the check of packages reports %s with %s', (path, text) => {
  expect(findPackageViolations([parseSourceFile(path, text)])).toHaveLength(1)
})

test.each([
  ['src/service/x.ts', `import { contract } from '../contract/contract.ts'`],
  ['src/cli/x.ts', `import { readCases } from '../evals/index.ts'`],
  ['src/service/x.ts', `import { readFile } from 'node:fs/promises'`],
  ['adapters/ai/x.ts', `import { tool } from 'ai'`],
])('the check of packages lets %s have %s', (path, text) => {
  expect(findPackageViolations([parseSourceFile(path, text)])).toEqual([])
})

test('the two packages have one version, and share the versions of what both depend on', () => {
  const { plugboard, server } = manifests
  expect(server.version).toBe(plugboard.version)
  // A link to this tree; the build writes the version in its place.
  expect(server.dependencies['plugboard']).toBe('file:../..')
  const shared = Object.keys(plugboard.dependencies).filter((name) => name in server.dependencies)
  expect(shared).toContain('zod')
  for (const name of shared) expect(server.dependencies[name]).toBe(plugboard.dependencies[name])
  for (const { peerDependencies, peerDependenciesMeta } of [plugboard, server])
    expect(Object.keys(peerDependenciesMeta)).toEqual(Object.keys(peerDependencies))
})

test('agent code never loads the service, a framework, or the OpenAPI document', () => {
  const reached = [...reachableFrom(files, 'src/index.ts')]
  const isForeign = (target: string) =>
    [
      'hono',
      '@hono/node-server',
      'kysely',
      'undici',
      'ai',
      '@anthropic-ai/sdk',
      '@google/genai',
      '@langchain/core',
      'openai',
    ].includes(target) ||
    ['src/service/', 'src/cli/', 'src/contract/openapi.ts', 'src/contract/index.ts'].some(
      (folder) => isIn(target, folder),
    )

  expect(reached.length).toBeGreaterThan(20)
  expect(reached.filter(isForeign)).toEqual([])
})

test('what verifies webhooks loads its own files and the error, nothing else', () => {
  verifies('receiving.verify.light')
  const reached = [...reachableFrom(files, 'src/webhooks/index.ts')]

  expect(reached.length).toBeGreaterThan(5)
  expect(
    reached.filter(
      (target) => !isIn(target, 'src/webhooks/') && target !== 'src/client/plugboard-error.ts',
    ),
  ).toEqual([])
})

test('stored JSON is checked where it is read', () => {
  const readers = files.filter(
    ({ path }) =>
      (isIn(path, 'src/service/') || isIn(path, 'src/provider/')) &&
      // A migration reads a shape of the past, once.
      posix.basename(path) !== 'migrations.ts',
  )

  expect(
    readers.flatMap(({ path }) =>
      findJsonCasts(path, readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')),
    ),
  ).toEqual([])
  const cast = 'const tags = JSON.parse(row.tags) as string[]'
  expect(findJsonCasts('src/service/x.ts', cast)).toHaveLength(1)
  expect(findJsonCasts('src/service/x.ts', 'const value = JSON.parse(text) as unknown')).toEqual([])
})

/** May write rows in their own way, which is as safe. */
const ownUpdates: Record<string, string> = {
  'src/service/platform/database/': 'the primitive itself',
  'src/service/platform/jobs/': 'a claim that `ours` compares',
  'src/service/platform/lists/counters/': 'counters, which the database computes',
  'src/service/triggers/store.ts':
    'many rows at once, each as long as its `poll_count` is what it was',
  'src/service/webhooks/deliveries/store.ts':
    'many rows at once, each of a job that one node holds',
}

test('a row that was read is written by modifyRow', () => {
  verifies('nodes.no-lost-update')
  const service = files.filter(
    ({ path }) =>
      isIn(path, 'src/service/') &&
      posix.basename(path) !== 'migrations.ts' &&
      !path.includes('/migrations/'),
  )
  const unguarded = service
    .filter(({ path }) => !Object.keys(ownUpdates).some((own) => isIn(path, own)))
    .flatMap(({ path }) =>
      findUnguardedUpdates(path, readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')),
    )

  expect(unguarded).toEqual([])
})

/** Deletes by another condition than keys, of which each takes few rows. */
const boundedDeletes: Record<string, string> = {
  toolkits: 'one row, as the others in the transaction that ends the toolkit',
  toolkit_versions: 'of one toolkit',
  toolkit_contents: 'of one toolkit',
  tools: 'of one toolkit: an import bounds how many a version has',
  tool_annotations: 'of one toolkit: a project has at most 2,000',
  import_requests: 'of one import: a request has at most 64 MiB',
  toolkit_changes: 'of one toolkit: at most as many as an import makes tools',
  tool_documents: 'of one toolkit, as its tools',
  project_event_heads: 'one row for a project',
  api_keys: 'a project has one, and one for each person',
  search_indexes: 'one row for a project',
  search_index_blocks: 'one row',
  connection_confirmations: 'one row for an account',
  connection_choices: 'one row for an account',
  jobs: 'those that a worker has just finished',
  trigger_items: 'what the newest poll made one too many',
}

test('rows of which there may be many are deleted in batches', () => {
  verifies('conventions.deletes')
  const stores = files.filter(
    ({ path }) =>
      isIn(path, 'src/service/') &&
      posix.basename(path) !== 'migrations.ts' &&
      !path.includes('/migrations/'),
  )

  const unbounded = stores.flatMap(({ path }) =>
    findUnboundedDeletes(path, readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')),
  )
  expect(
    unbounded.filter(
      (sentence) =>
        !Object.keys(boundedDeletes).some((table) => sentence.includes(` of ${table} `)),
    ),
  ).toEqual([])
})

describe('the check of deletes', () => {
  test.each([
    `const deleteOlderThan = (time) => db.deleteFrom('tool_executions').where('started_at', '<', time).execute()`,
    `const deleteOfSession = (id) => db.deleteFrom('session_results').where('session_id', '=', id).execute()`,
  ])('reports %s', (text) => {
    expect(findUnboundedDeletes('src/service/x/store.ts', text)).toHaveLength(1)
  })

  test('lets deletes by keys be', () => {
    const byKeys = `db.deleteFrom('files').where('id', 'in', some).where('expires_at', '<=', now).execute(); db.deleteFrom('files').where('id', '=', id).execute()`
    expect(findUnboundedDeletes('src/service/x/store.ts', byKeys)).toEqual([])
  })
})

describe('the check of updates', () => {
  test.each([
    `const update = (id, changes) => db.updateTable('auth_configs').set(changes).where('project_id', '=', project).where('id', '=', id).execute()`,
    `const update = (id, extras) => db.updateTable('sessions').set({ extras }).where('id', '=', id).returningAll().executeTakeFirst()`,
    'const update = sql`update sessions set extras = ${extras} where id = ${id}`',
    `const find = (id) => db.selectFrom('sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()`,
    'const find = sql`select * from sessions where id = ${id} for no key update`',
  ])('reports %s', (text) => {
    expect(findUnguardedUpdates('src/service/x/store.ts', text)).toHaveLength(1)
  })

  test.each([
    `const use = (id, now) => db.updateTable('links').set({ used_at: now }).where('id', '=', id).where('used_at', 'is', null).execute()`,
    `const count = (id) => db.updateTable('servers').set((expression) => ({ count: expression('count', '+', 1) })).where('id', '=', id).execute()`,
    `const modify = (id, merge) => modifyRow(db, 'sessions', { id }, merge)`,
  ])('lets %s be', (text) => {
    expect(findUnguardedUpdates('src/service/x/store.ts', text)).toEqual([])
  })
})

describe('the check itself', () => {
  const violations = (path: string, text: string) =>
    findViolations([parseSourceFile(path, text)], architecture)

  test.each([
    ['src/contract/x.ts', `import { send } from '../client/send.ts'`],
    ['src/contract/x.ts', `import { ofetch } from 'ofetch'`],
    ['src/client/x.ts', `export * from '../provider/index.ts'`],
    ['src/schema/x.ts', `import type { Endpoint } from '../contract/endpoint.ts'`],
    ['src/provider/x.ts', `type Tool = import('ai').Tool`],
    ['src/provider/x.ts', `const { startService } = await import('../service/index.ts')`],
    ['adapters/ai/index.ts', `import { Session } from '../../src/provider/session/session.ts'`],
    ['adapters/ai/index.ts', `import { tool } from '@langchain/core/tools'`],
    ['src/service/main.ts', `import { createClient } from '../client/index.ts'`],
    ['src/service/http/x.ts', `import type { Catalog } from '../catalog/catalog.ts'`],
    ['src/service/platform/x.ts', `import { ServiceError } from '../service-error.ts'`],
    ['src/service/catalog/x.ts', `import type { Accounts } from '../accounts/account.ts'`],
    ['src/service/accounts/x.ts', `import { catalogStore } from '../catalog/store.ts'`],
    ['src/service/accounts/x.ts', `import type { Catalog } from '../catalog/catalog.ts'`],
    ['src/service/main.ts', `import { accountHandlers } from './accounts/handlers.ts'`],
    ['src/service/accounts/x.ts', `import { fileStore } from '../platform/files/store.ts'`],
    ['src/service/accounts/x.ts', `import { mountContract } from '../http/mount.ts'`],
    ['src/service/accounts/x.ts', `import type { MountOptions } from '../http/mount.ts'`],
    ['src/service/accounts/account.ts', `import { sql } from 'kysely'`],
    ['src/service/execution/x.ts', `import { fetch } from 'undici'`],
    ['src/service/execution/x.ts', `import { tool } from 'ai'`],
    ['src/service/sessions/x.ts', `const level = process.env['LOG_LEVEL']`],
    ['src/service/sessions/x.ts', `const { env } = process`],
    ['src/service/sessions/x.ts', `import { env } from 'node:process'`],
    ['src/service/sessions/x.ts', `const level = globalThis.process?.env?.LOG_LEVEL`],
    ['src/provider/x.ts', `const key = process.env.PLUGBOARD_API_KEY`],
    ['src/unknown/x.ts', `import { z } from 'zod'`],
    ['examples/x.ts', `import { Plugboard } from '../src/index.ts'`],
  ])('reports %s with %s', (path, text) => {
    expect(violations(path, text)).toEqual([expect.stringContaining(path)])
  })

  test.each([
    ['src/service/accounts/x.ts', `import type { Handlers } from '../endpoint/index.ts'`],
    ['src/service/accounts/store.ts', `import { sql } from 'kysely'`],
    ['src/service/accounts/deeper/x.ts', `import { accountStore } from '../store.ts'`],
    ['src/service/main.ts', `import { createAccounts } from './accounts/index.ts'`],
    ['src/provider/x.ts', `const key = globalThis.process?.env?.PLUGBOARD_API_KEY`],
    [
      'src/schema/x.ts',
      `// import { Hono } from 'hono'\nconst text = "import 'hono'; process.env"`,
    ],
  ])('lets %s have %s', (path, text) => {
    expect(violations(path, text)).toEqual([])
  })

  test('reports a file with more lines than are read at once', () => {
    expect(violations('src/schema/x.ts', '// one line\n'.repeat(400))).toEqual([])
    expect(violations('src/schema/x.ts', '// one line\n'.repeat(401))).toEqual([
      expect.stringContaining('401 lines'),
    ])
  })

  test('refuses an import whose name it cannot read', () => {
    expect(() => parseSourceFile('src/schema/x.ts', 'await import(name)')).toThrow(
      'src/schema/x.ts',
    )
  })

  test('sees a circle of loaded files, and none where a type closes it', () => {
    const one = parseSourceFile('src/one.ts', `import './two.ts'`)
    const circle = [one, parseSourceFile('src/two.ts', `await import('./one.ts')`)]
    const typed = [one, parseSourceFile('src/two.ts', `import type { One } from './one.ts'`)]

    expect(findCycles(circle)).toEqual([['src/one.ts', 'src/two.ts', 'src/one.ts']])
    expect(findCycles(typed)).toEqual([])
  })

  test('sees a circle that only types close, and one of folders', () => {
    const typed = [
      parseSourceFile('src/a/one.ts', `import './b/two.ts'`),
      parseSourceFile('src/a/b/two.ts', `import type { One } from '../one.ts'`),
    ]
    const folders = [
      parseSourceFile('src/a/one.ts', `import './b/two.ts'`),
      parseSourceFile('src/a/b/three.ts', `import type { Four } from '../four.ts'`),
    ]

    expect(findCycles(typed, { types: true })).toEqual([
      ['src/a/one.ts', 'src/a/b/two.ts', 'src/a/one.ts'],
    ])
    expect(findCycles(folders, { types: true })).toEqual([])
    expect(findFolderCycles(folders)).toEqual([['src/a', 'src/a/b', 'src/a']])
  })

  test('follows value and dynamic imports to what they load, but no types', () => {
    const chain = [
      parseSourceFile(
        'src/index.ts',
        `export { two } from './two.ts'; import type { Hono } from 'hono'`,
      ),
      parseSourceFile('src/two.ts', `const sql = () => import('kysely')`),
    ]

    expect([...reachableFrom(chain, 'src/index.ts')]).toEqual([
      'src/index.ts',
      'src/two.ts',
      'kysely',
    ])
  })
})

/** May read the message of any error, since no caller reads what they make of it. */
const ownReaders: Record<string, string> = {
  'src/service/platform/jobs/run-attempt.ts':
    'kept with the job, in the table of jobs, which nothing answers from',
  'src/service/platform/metrics/serve-metrics.ts': "the operator's own listener",
  'src/service/platform/outbound/to-outbound-error.ts':
    'takes the name of a header from what undici says',
  'src/service/platform/database/report-unavailable.ts':
    'looks at it to tell what happened, and hands nothing on',
  'src/service/search/index/segment-worker.ts': 'carries it from a thread to the log',
  'src/service/plans/curated/read-plan-files.ts': "the operator's own files, read at the start",
  'src/service/workbench/sandbox/': "what the caller's own code threw, and the process around it",
}

test('callers read no message of an error that was not written for them', () => {
  verifies('conventions.own-words')
  const service = files.filter(
    ({ path }) =>
      isIn(path, 'src/service/') && !Object.keys(ownReaders).some((own) => isIn(path, own)),
  )

  expect(
    service.flatMap(({ path }) =>
      findForeignMessages(path, readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')),
    ),
  ).toEqual([])
})

test.each([
  'const text = error instanceof Error ? error.message : String(error)',
  "problems.push(cause instanceof Error ? cause.message : 'unreadable')",
  'const text = String(thrown)',
  'const text = `It failed: ${thrown}`',
  'const text = (error as Error).message',
])('the check of messages reports %s', (text) => {
  expect(findForeignMessages('src/service/x.ts', text)).not.toEqual([])
})

test.each([
  "throw new ServiceError('invalid_request', publicMessage(cause, 'no answer'), { cause })",
  'if (error instanceof OutboundError) return error.message',
])('the check of messages lets pass %s', (text) => {
  expect(findForeignMessages('src/service/x.ts', text)).toEqual([])
})
