import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { startUpstream, type Upstream } from '../../support/start-upstream.ts'

const lines: string[] = []
let shared: SharedDatabase
let service: TestService
let inner: Upstream

/** What lies at an address that is no API description. */
const documents: Record<string, string> = {
  '/object': JSON.stringify({ canary_key: 'canary value', paths_canary: {} }),
  '/list': JSON.stringify(['canary']),
  '/version': JSON.stringify({ openapi: 'canary 1' }),
  '/swagger': JSON.stringify({ swagger: { canary: 1 } }),
  '/no-paths': JSON.stringify({ openapi: '3.1.0', canary_key: 1 }),
  '/text': 'canary: [canary\n  - canary: "canary',
  '/tag': 'a: *canary',
  '/large': `canary: 1\n${'  canary: "canary\n'.repeat(20_000)}`,
  '/broken-path': JSON.stringify({
    openapi: '3.1.0',
    info: {},
    paths: {
      '/a': { get: { parameters: { canary: null }, responses: { canary: null } } },
      '/b': { $ref: 7 },
    },
  }),
}

beforeAll(async () => {
  inner = await startUpstream(
    (request, response) => {
      const document = documents[request.url]
      response
        .writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(document ?? '{"canary_key":"canary value"}')
    },
    { keep: true },
  )
  shared = await createSharedDatabase({ keep: true })
  service = await startService({
    database: shared.database,
    keep: true,
    egressAllow: ['127.0.0.1/32', 'import@127.0.0.1/32'],
    writeLog: { write: (line) => void lines.push(line) },
  })
})
afterAll(async () => {
  await service.close()
  await shared.remove()
  await inner.close()
})

it.each(Object.keys(documents))('an import tells nothing of what lies at %s', async (path) => {
  verifies('conventions.own-words')
  const told = await importToolkit(service, {
    slug: 'inner',
    source: { openapi: inner.url + path },
  }).then(JSON.stringify, String)
  expect(told).not.toContain('canary')
})

it.each(['/object', '/list', '/text', '/nowhere'])(
  'an import of an MCP server tells nothing of what lies at %s',
  async (path) => {
    verifies('conventions.own-words')
    const told = await importToolkit(service, {
      slug: 'inner',
      source: { mcp: { url: inner.url + path } },
    }).then(JSON.stringify, String)
    expect(told).toMatch(/could not be listed/)
    expect(told).not.toContain('canary')
  },
)

it.each([
  ['{"user_id": canary}', ': "c" is not allowed there'],
  ['{"user_id": "canary', ': there is an error at position 19'],
  ['{"user_id": ', ': it ends too early'],
])('a body that is no JSON is not quoted: %s', async (body, told) => {
  verifies('conventions.own-words')
  const answer = await fetch(`${service.url}/api/v3/tool_router/session`, {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    body,
  })
  const { error } = (await answer.json()) as { error: { message: string } }
  expect([answer.status, error.message]).toEqual([400, `The body is not JSON${told}`])
})

it('an import that fails in an unexpected way names itself, and the log says why', async () => {
  verifies('conventions.own-words')
  const beside = await openServiceDatabase(shared.database)
  await sql`alter table tool_documents rename to tool_documents_elsewhere`.execute(beside.handle)
  const openapi = {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    servers: [{ url: 'https://notes.example.com' }],
    paths: {
      '/notes': { post: { operationId: 'createNote', responses: { 200: { description: 'ok' } } } },
    },
  }
  const { id } = await service.client.toolkits.import({
    body: { slug: 'broken', source: { openapi } },
  })
  await expect
    .poll(async () => (await service.client.toolkits.getImport({ params: { id } })).status, {
      timeout: 60_000,
    })
    .toMatch(/failed|succeeded/)
  const { status, error } = await service.client.toolkits.getImport({ params: { id } })
  await sql`alter table tool_documents_elsewhere rename to tool_documents`.execute(beside.handle)
  expect(status).toBe('failed')
  expect(error).not.toMatch(/table|relation|tool_documents|sql/i)
  expect(error).toContain(id)
  expect(lines.find((line) => line.includes(id))).toMatch(
    /no such table|relation .* does not exist/,
  )
})
