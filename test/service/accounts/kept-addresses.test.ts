import { expect, it } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { movedHostProblem } from '../../../src/service/execution/account-servers.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { engine, startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

const tool_slug = 'NOTES_LIST_NOTES'
const user_id = 'ada'
const boundMs = 1_000

it('calls the address that an account has now, and no longer the one that it had', async () => {
  verifies('nodes.accounts')
  const upstream = await startUpstream((_request, response) => json(response, 200, []))
  const { database } = await createSharedDatabase()
  const options = { database, egressAllow: [upstream.host] }
  const first = await startService(options)
  const second = engine === 'postgres' ? await startService(options) : first
  const nodes = [first, second].map(({ url }) =>
    createClient({ baseUrl: url, apiKey: first.apiKey, retries: 0 }),
  )
  const toolkitAt = (path: string) =>
    importToolkit(first, {
      slug: 'notes',
      source: {
        openapi: {
          ...openNotesApi('x'),
          servers: [{ url: `${upstream.url}${path}`, variables: { place: { default: 'none' } } }],
        },
      },
      auth: { scheme: 'BEARER_TOKEN', fields: [{ name: 'place', required: false }] },
    })
  await toolkitAt('/{place}')
  const { client } = first
  const shared = (place: string) => ({ token: 'a-token-0123456789', place })
  const { auth_config } = await client.authConfigs.create({
    body: {
      toolkit: { slug: 'notes' },
      auth_config: {
        type: 'use_custom_auth',
        authScheme: 'BEARER_TOKEN',
        shared_credentials: shared('old'),
      },
    },
  })
  await client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: { user_id, state: { authScheme: 'BEARER_TOKEN', val: {} } },
    },
  })

  /** Where a call by each node goes. */
  const places = async () => {
    upstream.received.length = 0
    for (const { tools } of nodes)
      expect((await tools.execute({ params: { tool_slug }, body: { user_id } })).error).toBeNull()
    return upstream.received.map(({ url }) => url)
  }
  expect(await places()).toEqual(['/old/notes', '/old/notes'])

  await client.authConfigs.update({
    params: { nanoid: auth_config.id },
    body: { type: 'custom', shared_credentials: shared('new') },
  })
  const [atOnce] = await places()
  expect(atOnce).toBe('/new/notes')
  await expect.poll(places, { timeout: boundMs }).toEqual(['/new/notes', '/new/notes'])

  // The address of another version of the toolkit, which either node may have imported.
  await toolkitAt('/v2/{place}')
  await expect.poll(places, { timeout: boundMs }).toEqual(['/v2/new/notes', '/v2/new/notes'])
})

it.each([
  ['https://api.shop.example/notes', true],
  ['https://api.shop.example', true],
  ['https://api.shop.example?all', true],
  ['https://API.shop.example:443/notes', true],
  ['https://api.shop.example.evil.example/notes', false],
  ['https://api.shop.example@evil.example/notes', false],
  ['https://api.shop.example:8443/notes', false],
  ['http://api.shop.example/notes', false],
  ['https://evil.example/https://api.shop.example/', false],
])('%s is an address of https://api.shop.example/v1: %s', (url, isOwn) => {
  const servers = [{ url: 'https://api.shop.example/v1' }]
  const problem = movedHostProblem({ name: 'Shop' } as never, { values: {}, servers }, url)
  expect(problem === undefined).toBe(isOwn)
})
