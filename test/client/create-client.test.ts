import { expect, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { verifies } from '../requirements.ts'
import { serve, sessionRecord } from './serve.ts'

const emptyPage = { items: [], next_cursor: null, total_pages: 0, current_page: 1, total_items: 0 }

test('sends what the contract declares and gives back the parsed body', async () => {
  await using service = await serve((app) =>
    app.post('/api/v3/tool_router/session', (context) =>
      context.json({ ...sessionRecord, unknown: 1 }, 201),
    ),
  )
  const client = createClient({
    baseUrl: `${service.url}/`,
    apiKey: 'pbk_secret',
    orgApiKey: 'pbo_secret',
  })

  const session = await client.sessions.create({ body: { user_id: 'ada', toolkits: ['github'] } })

  expect(session).toEqual(sessionRecord)
  expect(service.received).toHaveLength(1)
  expect(service.received[0]).toMatchObject({
    method: 'POST',
    path: '/api/v3/tool_router/session',
    query: '',
    body: { user_id: 'ada', toolkits: ['github'] },
    headers: {
      'x-api-key': 'pbk_secret',
      'x-org-api-key': 'pbo_secret',
      'content-type': 'application/json',
      accept: 'application/json',
    },
  })
})

test('refuses a query or body with fields that the interface does not have, also inside, and sends nothing', async () => {
  verifies('toolkit.unknown-fields')
  await using service = await serve((app) => app.all('/*', (context) => context.json({})))
  const client = createClient({ baseUrl: service.url, apiKey: 'pbk_secret' })
  const body = { user_id: 'ada', toolkit: ['github'], workbench: { enable: true, colour: 'red' } }

  await expect(client.sessions.create({ body })).rejects.toMatchObject({
    slug: 'invalid_request',
    message: expect.stringContaining('did you mean "toolkits"?'),
    errors: [
      'body.toolkit: is unknown; did you mean "toolkits"?',
      'body.workbench.colour: is unknown',
    ],
  })
  const query = { user_id: 'nobody', toolkit_slugs: ['github'] }
  await expect(client.connectedAccounts.list({ query })).rejects.toMatchObject({
    slug: 'invalid_request',
    message: expect.stringContaining('the query has unknown fields: query.user_id: is unknown'),
    errors: ['query.user_id: is unknown; did you mean "user_ids"?'],
  })
  const misspelt = { affter: '1' }
  await expect(client.triggerInstances.events({ query: misspelt as object })).rejects.toMatchObject(
    {
      errors: ['query.affter: is unknown; did you mean "after"?'],
    },
  )
  const withQuery = { params: { nanoid: 'ca_1' }, query: { whole: true } }
  await expect(client.connectedAccounts.get(withQuery)).rejects.toMatchObject({
    errors: ['query.whole: is unknown'],
  })
  const call = { arguments: { anything: 1 }, userId: 'ada' }
  await expect(
    client.tools.execute({ params: { tool_slug: 'GITHUB_GET' }, body: call }),
  ).rejects.toMatchObject({ errors: ['body.userId: is unknown; did you mean "user_id"?'] })
  expect(service.received).toEqual([])
})

test('writes lists with commas, maps in brackets, no empty values and no body with GET', async () => {
  await using service = await serve((app) =>
    app.get('/prefix/api/v3/tools', (context) => context.json(emptyPage)),
  )
  const client = createClient({ baseUrl: `${service.url}/prefix`, apiKey: 'pbk_secret' })

  await client.tools.list({
    query: {
      toolkit_slug: ['github', 'jira'],
      scopes: ['a,b', 'c'],
      toolkit_versions: { github: '20261121_00' },
      limit: 5,
      search: undefined,
    },
  })

  expect(service.received[0]?.body).toBeUndefined()
  expect([...new URLSearchParams(service.received[0]?.query)]).toEqual([
    ['toolkit_slug', 'github,jira'],
    ['scopes[]', 'a,b'],
    ['scopes[]', 'c'],
    ['toolkit_versions[github]', '20261121_00'],
    ['limit', '5'],
  ])
})

test('escapes what is put into a path, and refuses what would change which path is meant', async () => {
  await using service = await serve((app) =>
    app.all('*', (context) =>
      context.json({ data: {}, error: null, successful: true, log_id: 'log_1' }),
    ),
  )
  const client = createClient({ baseUrl: service.url, apiKey: 'pbk_secret' })

  await client.tools.execute({ params: { tool_slug: 'A/../B?c#d' }, body: {} })
  expect(service.received[0]?.path).toBe('/api/v3/tools/execute/A%2F..%2FB%3Fc%23d')

  for (const slug of ['..', '.', ''])
    await expect(
      client.tools.execute({ params: { tool_slug: slug }, body: {} }),
    ).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(service.received).toHaveLength(1)
})

test('names every request that creates or executes, with your key or its own', async () => {
  verifies('idempotency.client-sends')
  await using service = await serve((app) =>
    app.post('*', (context) => context.json(sessionRecord, 201)),
  )
  const client = createClient({ baseUrl: service.url, apiKey: 'pbk_secret' })

  await client.sessions.create({ body: { user_id: 'ada' } })
  await client.sessions.create({ body: { user_id: 'ada' } })
  await client.sessions.create({ body: { user_id: 'ada' } }, { idempotencyKey: 'mine' })

  const keys = service.received.map((request) => request.headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  expect(keys[1]).not.toBe(keys[0])
  expect(keys[2]).toBe('mine')
})

test('uses the fetch it is given', async () => {
  const asked: string[] = []
  const client = createClient({
    baseUrl: 'https://plugboard.example',
    userApiKey: 'pbu_secret',
    fetch: async (request) => {
      asked.push(String(request))
      return Response.json(sessionRecord)
    },
  })

  await client.sessions.get({ params: { session_id: 'trs_1' } })

  expect(asked).toEqual(['https://plugboard.example/api/v3/tool_router/session/trs_1'])
})

test('is an ordinary object to await, print and look through', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'pbk_secret' })

  expect(await client).toBe(client)
  expect(await client.sessions).toBe(client.sessions)
  expect(JSON.stringify(client)).not.toContain('secret')
  expect(client.sessions.create).toBe(client.sessions.create)
})

test('rejects an operation that the interface does not have', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'pbk_secret' })
  const loose = client as unknown as Record<string, Record<string, () => Promise<unknown>>>

  await expect(loose['sessions']?.['explode']?.()).rejects.toThrow(
    'There is no operation sessions.explode',
  )
  await expect(loose['nothing']?.['list']?.()).rejects.toThrow('There is no operation nothing.list')
})
