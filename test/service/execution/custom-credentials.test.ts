import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

let upstream: Upstream
let elsewhere: Upstream
let service: TestService
let accountId: string

const stored = 'stored-secret-0123456789'
const mine = 'my-own-secret-0123456789'

beforeAll(async () => {
  elsewhere = await startUpstream((_request, response) => json(response, 200, {}), { keep: true })
  upstream = await startUpstream(
    (request, response) => {
      if (request.url === '/v1/notes/away')
        return void response.writeHead(302, { location: `${elsewhere.url}/landing` }).end()
      return json(response, 200, { url: request.url, headers: request.headers })
    },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: [upstream.host, elsewhere.host] })
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: notesApi(`${upstream.url}/v1`) },
  })
  await importToolkit(service, {
    slug: 'open',
    source: { openapi: openNotesApi(`${upstream.url}/v1`) },
  })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' } },
  })
  accountId = (
    await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'API_KEY', val: { generic_api_key: stored } },
        },
      },
    })
  ).id
})
afterAll(async () => {
  await service.close()
  await upstream.close()
  await elsewhere.close()
})

const execute = (body: Record<string, unknown>, slug = 'NOTES_GET_NOTE') =>
  service.request('POST', `/api/v3/tools/execute/${slug}`, {
    body: { user_id: 'ada', arguments: { id: '7' }, ...body },
  })

/** Runs the call, and says what the third party got of it. */
const sent = async (body: Record<string, unknown>, slug?: string) => {
  const before = upstream.received.length
  const answer = await execute(body, slug)
  expect(answer.body).toMatchObject({ error: null, successful: true })
  expect(upstream.received).toHaveLength(before + 1)
  return upstream.received[before]
}

/** Refused by the service, before anything is sent. */
const refused = async (body: Record<string, unknown>, slug?: string) => {
  const before = upstream.received.length + elsewhere.received.length
  const { status, body: answer } = await execute(body, slug)
  expect([status, upstream.received.length + elsewhere.received.length - before]).toEqual([400, 0])
  return answer.error.errors as string[]
}

const data = (authScheme: string, val: unknown, toolkitSlug = 'notes') => ({
  custom_connection_data: { authScheme, toolkitSlug, val },
})
const params = (custom_auth_params: unknown) => ({ custom_auth_params })

describe('custom_connection_data', () => {
  it('is sent instead of the stored account', async () => {
    verifies('tools.execute.custom-connection-data')
    expect((await sent(data('API_KEY', { api_key: mine })))?.headers['x-notes-key']).toBe(mine)
    const bearer = await sent(data('OAUTH2', { access_token: mine }))
    expect(bearer?.headers).toMatchObject({ authorization: `Bearer ${mine}` })
    expect(bearer?.headers).not.toHaveProperty('x-notes-key')
    expect(
      (await sent(data('BASIC', { username: 'a', password: 'b' }, 'NOTES')))?.headers.authorization,
    ).toBe('Basic YTpi')
    // No account of the user is needed, and none is named.
    const { body } = await execute({ user_id: 'nobody', ...data('API_KEY', { api_key: mine }) })
    expect(body.error).toBeNull()
    expect(await service.client.logs.get({ params: { id: body.log_id } })).toMatchObject({
      user_id: 'nobody',
      connected_account_id: null,
    })
  })

  it('must be of the toolkit of the tool, and whole', async () => {
    verifies('tools.execute.custom-connection-data')
    expect(await refused(data('API_KEY', { api_key: mine }, 'open'))).toEqual([
      expect.stringMatching(/^body\.custom_connection_data\.toolkitSlug: .*"notes"/),
    ])
    expect(await refused(data('OAUTH2', {}))).toEqual([
      'body.custom_connection_data.val: access_token is required',
    ])
    expect(await refused(data('API_KEY', {}))).toEqual([
      expect.stringMatching(/^body\.custom_connection_data\.val: /),
    ])
    expect(await refused(data('NONSENSE', {}))).toEqual([
      expect.stringMatching(/^body\.custom_connection_data\.authScheme: /),
    ])
    expect((await execute(data('SAML', {}))).status).toBe(400)
  })

  it('chooses no host but one that the pattern of the toolkit allows', async () => {
    verifies('tools.execute.custom-connection-data')
    const servers = [{ url: '{base_url}/v1', variables: {} }]
    const fields = [
      { name: 'base_url', pattern: `http://127.0.0.1:${upstream.host.split(':')[1]}` },
    ]
    await importToolkit(service, {
      slug: 'placed',
      source: { openapi: { ...openNotesApi('x'), servers } },
      auth: { scheme: 'BEARER_TOKEN', fields },
    })
    const at = (base_url?: string) => data('BEARER_TOKEN', { token: mine, base_url }, 'placed')
    expect((await sent(at(upstream.url), 'PLACED_GET_NOTE'))?.headers.authorization).toBe(
      `Bearer ${mine}`,
    )
    expect(await refused(at(elsewhere.url), 'PLACED_GET_NOTE')).toEqual([
      expect.stringContaining('base_url must look like'),
    ])
    expect(await refused(at(), 'PLACED_GET_NOTE')).toEqual([
      expect.stringContaining('base_url is required'),
    ])
    expect(
      await refused(
        data('OAUTH2', { access_token: mine, base_url: elsewhere.url }, 'placed'),
        'PLACED_GET_NOTE',
      ),
    ).toEqual([expect.stringContaining('base_url must look like')])
  })
})

describe('custom_auth_params', () => {
  it('are placed in the request, instead of the stored account', async () => {
    verifies('tools.execute.custom-auth-params')
    const request = await sent(
      params({
        parameters: [
          { name: 'Authorization', value: `Bearer ${mine}`, in: 'header' },
          { name: 'X-Notes-Key', value: 'k', in: 'header' },
          { name: 'tenant id', value: 'a&b', in: 'query' },
        ],
      }),
    )
    expect(request).toMatchObject({
      url: '/v1/notes/7?tenant%20id=a%26b',
      headers: { authorization: `Bearer ${mine}`, 'x-notes-key': 'k' },
    })
    expect((await sent(params({})))?.headers).not.toHaveProperty('x-notes-key')
    // In the place of what the tool sends under the same name, not beside it.
    expect(
      (
        await sent(
          {
            arguments: { tag: ['a'] },
            ...params({ parameters: [{ name: 'tag', value: 'mine', in: 'query' }] }),
          },
          'OPEN_LIST_NOTES',
        )
      )?.url,
    ).toBe('/v1/notes?tag=mine')
  })

  it('do not follow a redirect to another host', async () => {
    verifies('tools.execute.custom-auth-params')
    const { body } = await execute({
      arguments: { id: 'away' },
      ...params({ parameters: [{ name: 'X-Own', value: mine, in: 'header' }] }),
    })
    expect(body.error).toBeNull()
    expect(elsewhere.received.at(-1)?.headers).not.toHaveProperty('x-own')
  })

  it('can neither break a line nor set what belongs to the connection', async () => {
    verifies('tools.execute.custom-auth-params.no-injection')
    for (const [name, value] of [
      ['x-a', 'a\r\nx-evil: 1'],
      ['x a', '1'],
      ['x-a\r\nx-evil', '1'],
      ['x-a', 'ü€'],
      ['Host', 'evil.example'],
      ['Content-Length', '3'],
      ['Transfer-Encoding', 'chunked'],
      ['Proxy-Authorization', 'x'],
      ['Sec-Fetch-Site', 'none'],
    ]) {
      expect(await refused(params({ parameters: [{ name, value, in: 'header' }] })), name).toEqual([
        expect.stringMatching(/^body\.custom_auth_params\.parameters: /),
      ])
    }
    expect(
      await refused(params({ parameters: [{ name: 'a', value: 'b', in: 'cookie' }] })),
    ).toEqual([expect.stringMatching(/^body\.custom_auth_params\.parameters\.0\.in: /)])
  })

  it('go to another address of the toolkit itself, and to no other host', async () => {
    verifies('tools.execute.custom-auth-params.base-url')
    expect((await sent(params({ base_url: `${upstream.url}/v2/` })))?.url).toBe('/v2/notes/7')
    for (const base_url of [
      elsewhere.url,
      'https://example.com',
      `http://localhost:${upstream.host.split(':')[1]}`,
    ]) {
      expect(await refused(params({ base_url }))).toEqual([
        expect.stringMatching(/^body\.custom_auth_params\.base_url: .*not a host of "Notes"/),
      ])
    }
    for (const base_url of [
      'v2',
      'ftp://127.0.0.1',
      `http://user:word@${upstream.host}`,
      `${upstream.url}?x=1`,
      `${upstream.url}#x`,
    ]) {
      expect(await refused(params({ base_url })), base_url).toEqual([
        expect.stringMatching(/^body\.custom_auth_params\.base_url: /),
      ])
    }
  })

  it('go where an account could choose to go', async () => {
    verifies('tools.execute.custom-auth-params.base-url')
    const placed = (slug: string, url: string, variables: object, pattern?: string) =>
      importToolkit(service, {
        slug,
        source: { openapi: { ...openNotesApi('x'), servers: [{ url, variables }] } },
        auth: {
          scheme: 'BEARER_TOKEN',
          fields: [{ name: 'place', required: false, ...(pattern !== undefined && { pattern }) }],
        },
      })
    const verdicts = async (slug: string, ...addresses: string[]) => {
      const answers = await Promise.all(
        addresses.map((base_url) =>
          execute(params({ base_url }), `${slug.toUpperCase()}_GET_NOTE`),
        ),
      )
      // What may go there fails for want of such a host: the name is not public.
      return answers.map(({ status }) => status === 200)
    }
    await placed('shops', 'https://{place}.shop.invalid/api', {})
    expect(
      await verdicts(
        'shops',
        'https://ada.shop.invalid',
        'https://ada.shop.invalid.evil.invalid',
        'https://evil.invalid/.shop.invalid',
        'http://ada.shop.invalid',
        'https://.shop.invalid',
        'https://shop.invalid',
      ),
    ).toEqual([true, false, false, false, false, false])
    await placed(
      'patterned',
      'https://{place}/api',
      { place: { default: 'standard.invalid' } },
      '*.host.invalid',
    )
    expect(
      await verdicts(
        'patterned',
        'https://standard.invalid',
        'https://ada.host.invalid/v9',
        'https://a.b.host.invalid',
        'https://evil.invalid',
      ),
    ).toEqual([true, true, false, false])
    await placed('listed', 'https://{place}.{zone}.invalid', {
      place: { default: 'eu', enum: ['eu', 'us'] },
      zone: { default: 'api' },
    })
    expect(
      await verdicts(
        'listed',
        'https://us.api.invalid',
        'https://eu.api.invalid',
        'https://cn.api.invalid',
        'https://eu.evil.invalid',
      ),
    ).toEqual([true, true, false, true])
    await placed('anywhere', '{place}/v1', {})
    expect(await verdicts('anywhere', 'https://any.invalid', 'https://any.invalid:8443/x')).toEqual(
      [true, true],
    )
  })
})

it('a call says once whose credentials it uses', async () => {
  verifies('tools.execute.one-credential')
  const custom = {
    ...data('API_KEY', { api_key: mine }),
    ...params({ parameters: [] }),
    connected_account_id: accountId,
  }
  const fields = Object.keys(custom) as (keyof typeof custom)[]
  for (const left of fields) {
    const { [left]: _left, ...two } = custom
    expect(await refused(two)).toEqual([expect.stringMatching(/^body\.custom_\w+: stands beside /)])
  }
})

it('what a caller brings along is not in the log, also where the third party sent it back', async () => {
  verifies('logs.no-credentials')
  const calls = [
    data('API_KEY', { api_key: mine }),
    data('OAUTH2', { access_token: mine }),
    params({
      parameters: [
        { name: 'authorization', value: `Bearer ${mine}`, in: 'header' },
        { name: 'key', value: `query-${mine}`, in: 'query' },
      ],
    }),
  ]
  for (const call of calls) {
    const { body } = await execute(call)
    expect(JSON.stringify(body.data)).toContain('[redacted]')
    const entry = JSON.stringify(await service.client.logs.get({ params: { id: body.log_id } }))
    expect(entry).toContain('[redacted]')
    expect(entry).not.toContain(mine)
  }
})
