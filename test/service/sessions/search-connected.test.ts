import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService, type TestService } from '../../support/start-service.ts'

/** The same API three times, two of which need a key: equal but for their slugs and titles. */
const titles = { alder: 'Alder', birch: 'Birch', cedar: 'Cedar' }

const openapi = (title: string, isOpen: boolean) => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  servers: [{ url: `https://${title.toLowerCase()}.example` }],
  ...(!isOpen && {
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
  }),
  paths: {
    '/parcels': {
      get: {
        operationId: 'listParcels',
        summary: 'List parcels',
        responses: { 200: { description: 'ok' } },
      },
    },
  },
})

let service: TestService
const authConfigs = new Map<string, string>()

beforeAll(async () => {
  service = await startService({ keep: true })
  for (const [slug, title] of Object.entries(titles)) {
    await importToolkit(service, { slug, source: { openapi: openapi(title, slug === 'cedar') } })
    if (slug === 'cedar') continue
    const { auth_config } = await service.client.authConfigs.create({ body: { toolkit: { slug } } })
    authConfigs.set(slug, auth_config.id)
  }
})
afterAll(() => service.close())

const connect = async (user_id: string, toolkit: string): Promise<string> => {
  const { id } = await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: authConfigs.get(toolkit) ?? '' },
      connection: { user_id, state: { authScheme: 'API_KEY', val: { generic_api_key: 'k' } } },
    },
  })
  return id
}

const openSession = async (user_id: string): Promise<(use_case: string) => Promise<string[]>> => {
  const { session_id } = await service.client.sessions.create({ body: { user_id } })
  return async (use_case) => {
    const { results } = await service.client.sessions.search({
      params: { session_id },
      body: { queries: [{ use_case }] },
    })
    return (results[0]?.primary_tool_slugs ?? []).map((slug) => slug.split('_')[0] ?? '')
  }
}

it('toolkits that are connected or need no connection come before equal ones, for each user', async () => {
  verifies('search.connected')
  const account = await connect('ada', 'birch')
  await connect('bob', 'alder')
  const [ada, bob, eve] = [
    await openSession('ada'),
    await openSession('bob'),
    await openSession('eve'),
  ]
  for (let round = 0; round < 3; round += 1) {
    const [ofAda, ofBob, ofEve] = await Promise.all([
      ada('list parcels'),
      bob('list parcels'),
      eve('list parcels'),
    ])
    expect(ofAda).toEqual(['BIRCH', 'CEDAR', 'ALDER'])
    expect(ofBob).toEqual(['ALDER', 'CEDAR', 'BIRCH'])
    expect(ofEve).toEqual(['CEDAR', 'ALDER', 'BIRCH'])
  }

  // What the request names wins.
  expect((await ada('list parcels in Alder'))[0]).toBe('ALDER')

  await service.client.connectedAccounts.setStatus({
    params: { nanoid: account },
    body: { enabled: false },
  })
  expect(await ada('list parcels')).toEqual(['CEDAR', 'ALDER', 'BIRCH'])
})
