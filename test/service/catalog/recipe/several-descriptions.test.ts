import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import { json, startUpstream } from '../../../support/start-upstream.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true, egressAllow: ['import@127.0.0.0/8'] })
})
afterAll(() => service.close())

const schema = (properties: Record<string, unknown>) => ({
  components: {
    schemas: { Service: { type: 'object', properties } },
    securitySchemes: { login: { type: 'http', scheme: 'basic' } },
  },
  security: [{ login: [] }],
})

const list = (operationId: string, summary: string) => ({
  operationId,
  summary,
  responses: {
    200: {
      description: 'ok',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Service' } } },
    },
  },
})

const messaging = {
  openapi: '3.0.1',
  info: { title: 'Messaging', version: '1', description: 'Sends messages' },
  servers: [{ url: 'https://messaging.phones.example' }],
  paths: {
    '/v1/Services': { get: list('ListService', 'List messaging services') },
    '/v1/Messages': { get: list('ListMessage', 'List messages') },
  },
  ...schema({ sender: { type: 'string' } }),
}

const verify = {
  openapi: '3.1.0',
  info: { title: 'Verify', version: '1' },
  servers: [{ url: 'https://verify.phones.example' }],
  paths: {
    '/v1/Services': { get: list('ListService', 'List verification services') },
    '/v1/Checks': {
      get: { ...list('ListCheck', 'List checks'), security: [{ token: [] }] },
    },
  },
  ...schema({ code: { type: ['string', 'null'] } }),
}

/** Swagger 2, and one operation that another description has at the same address. */
const lookups = {
  swagger: '2.0',
  info: { title: 'Lookups', version: '1' },
  host: 'messaging.phones.example',
  schemes: ['https'],
  paths: {
    '/v1/Messages': { get: { operationId: 'AgainMessages', responses: {} } },
    '/v1/Lookups': { get: { operationId: 'ListLookup', responses: {} } },
  },
}

const serve = (documents: Record<string, unknown>) =>
  startUpstream(({ url }, response) => {
    json(response, url in documents ? 200 : 404, documents[url] ?? {})
  })

const recipe = (urls: string[], more: Record<string, unknown> = {}) => ({
  recipe: 1,
  slug: 'phones',
  name: 'Phones',
  description: { kind: 'openapi', urls, ...more },
})

it('makes one toolkit of several descriptions, each with its server and schemas', async () => {
  verifies('imports.descriptions')
  const source = await serve({
    '/messaging.json': messaging,
    '/verify.json': verify,
    '/lookups.json': lookups,
  })
  const urls = ['messaging', 'verify', 'lookups'].map((name) => `${source.url}/${name}.json`)
  const report = await importToolkit(service, {
    recipe: {
      ...recipe(urls, {
        overlay: {
          overlay: '1.0.0',
          info: { title: 'x', version: '1' },
          actions: [
            { target: '$.paths["/v1/Checks"].get.security', remove: true },
            { target: '$.paths["/v1/Nowhere"]', remove: true },
          ],
        },
      }),
      tools: [
        { operation: 'ListService', slug: 'PHONES_LIST_SENDERS' },
        {
          operation: 'GET https://verify.phones.example/v1/Services',
          slug: 'PHONES_LIST_VERIFIERS',
          description: 'Lists what verifies numbers.',
        },
      ],
    },
  })
  expect(report.tools.toSorted()).toEqual([
    'PHONES_LIST_CHECKS',
    'PHONES_LIST_LOOKUPS',
    'PHONES_LIST_MESSAGES',
    'PHONES_LIST_SENDERS',
    'PHONES_LIST_VERIFIERS',
  ])
  expect(report).toMatchObject({ operations: 6, made: 5 })
  expect(report.skipped).toEqual([
    {
      operation: 'GET /v1/Messages',
      reason: 'An earlier description of the toolkit has it, at the same address',
    },
  ])
  expect(report.warnings.map(({ message }) => message)).toEqual([
    'recipe.description.overlay.actions.1.target: the description has no "$.paths[\\"/v1/Nowhere\\"]"',
  ])
  const toolkit = await service.client.toolkits.get({ params: { slug: 'phones' } })
  expect(toolkit.auth_config_details.map(({ mode }) => mode)).toEqual(['BASIC'])
  // A description that says nothing of credentials takes those of the others.
  const lookup = await service.client.tools.get({ params: { tool_slug: 'PHONES_LIST_LOOKUPS' } })
  expect(lookup.no_auth).toBe(false)
  const properties = async (slug: string) => {
    const tool = await service.client.tools.get({ params: { tool_slug: slug } })
    return Object.keys(tool.output_parameters['properties'] as object)
  }
  expect(await properties('PHONES_LIST_SENDERS')).toEqual(['sender'])
  expect(await properties('PHONES_LIST_VERIFIERS')).toEqual(['code'])
  const again = await importToolkit(service, { recipe: recipe(urls) })
  expect(again.difference).toMatchObject({ added: [], removed: [] })
})

it('says which description is not what the recipe was verified with, and which is missing', async () => {
  verifies('imports.descriptions')
  const source = await serve({ '/messaging.json': messaging, '/verify.json': verify })
  const urls = ['messaging', 'verify'].map((name) => `${source.url}/${name}.json`)
  const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
  const [first = '', second = ''] = urls
  const { notes } = await importToolkit(service, {
    slug: 'verified',
    recipe: recipe(urls, {
      verified: {
        date: '2026-11-23',
        sha256: { [first]: hash(messaging), [second]: hash('what it was') },
      },
    }),
  })
  expect(notes.filter((note) => note.includes('verified'))).toEqual([
    `"${second}" has changed since the recipe was verified with it on 2026-11-23`,
  ])
  await expect(
    importToolkit(service, {
      slug: 'missing',
      recipe: recipe([first, `${source.url}/missing.json`]),
    }),
  ).rejects.toThrow(/missing\.json": The address of the description responded with 404/)
})
