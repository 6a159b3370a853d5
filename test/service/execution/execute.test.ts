import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

let upstream: Upstream
let service: TestService
let accountId: string

const secret = 'notes-secret-0123456789'

beforeAll(async () => {
  upstream = await startUpstream(
    async (request, response) => {
      if (request.headers['x-notes-key'] !== secret)
        return json(response, 401, { message: 'Who are you?' })
      if (request.url === '/notes/slow')
        return void setTimeout(() => json(response, 200, {}), 60_000).unref()
      if (request.url === '/notes/huge')
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`"${'x'.repeat(2_000_000)}"`)
      if (request.url === '/notes/html')
        return void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>')
      if (request.url === '/notes/elsewhere')
        return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      if (request.url === '/export')
        return void response
          .writeHead(200, {
            'content-type': 'application/zip',
            'content-disposition': 'attachment; filename="no tes.zip"',
          })
          .end(Buffer.from([80, 75, 3, 4, 0, 255]))
      if (request.method === 'DELETE') return void response.writeHead(204).end()
      if (request.method === 'GET' && request.url.startsWith('/notes?'))
        return json(response, 200, [{ id: '1' }, { id: '2' }])
      return json(response, request.method === 'POST' ? 201 : 200, {
        id: '7',
        sent: request.body === '' ? null : JSON.parse(request.body),
      })
    },
    { keep: true },
  )
  service = await startService({
    keep: true,
    egressAllow: [upstream.host],
    toolTimeoutMs: 700,
    maximumResponseBytes: 1_000_000,
  })
  await importToolkit(service, { slug: 'notes', source: { openapi: notesApi(upstream.url) } })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' } },
  })
  const account = await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: secret } },
      },
    },
  })
  accountId = account.id
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const execute = (slug: string, args: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  service.client.tools.execute({
    params: { tool_slug: slug },
    body: { arguments: args, user_id: 'ada', ...more },
  })

const lastRequest = () => upstream.received.at(-1)

describe('a tool call', () => {
  it('sends exactly what the description says, with the credential of the user', async () => {
    verifies('tools.execute')
    const result = await execute('NOTES_CREATE_NOTE', { text: 'Buy milk', pinned: true })
    expect(result).toMatchObject({
      data: { id: '7', sent: { text: 'Buy milk', pinned: true } },
      error: null,
      successful: true,
    })
    expect(lastRequest()).toMatchObject({
      method: 'POST',
      url: '/notes',
      body: '{"text":"Buy milk","pinned":true}',
      headers: { 'x-notes-key': secret, 'content-type': 'application/json' },
    })
  })

  it('gives a list a name, since data is an object', async () => {
    expect((await execute('NOTES_LIST_NOTES', { tag: ['a b', 'c'] })).data).toEqual({
      items: [{ id: '1' }, { id: '2' }],
    })
    expect(lastRequest()?.url).toBe('/notes?tag=a%20b&tag=c')
  })

  it('cannot leave its path', async () => {
    await execute('NOTES_GET_NOTE', { id: '../admin?x=1#y' })
    expect(lastRequest()?.url).toBe('/notes/..%2Fadmin%3Fx%3D1%23y')
  })

  it('answers an empty answer as empty data', async () => {
    expect(await execute('NOTES_DELETE_NOTE', { id: '1' })).toMatchObject({ data: {}, error: null })
  })

  it('with bad arguments names each issue and sends nothing', async () => {
    verifies('tools.execute.bad-arguments')
    const before = upstream.received.length
    const result = await execute('NOTES_CREATE_NOTE', { pinned: 'yes', colour: 'red' })
    expect(result.successful).toBe(false)
    expect(result.error).toContain('`text` is required')
    expect(result.data['issues']).toHaveLength(3)
    expect(upstream.received).toHaveLength(before)
  })

  it('that the third party refuses answers its status and body', async () => {
    verifies('tools.execute.upstream-failure')
    expect(await execute('NOTES_GET_NOTE', { id: 'html' })).toMatchObject({
      successful: false,
      error: '"Notes" answered 500: "<h1>Oops</h1>"',
      data: { status: 500, body: { text: '<h1>Oops</h1>' } },
    })
  })

  it('ends after the time-out', async () => {
    expect(await execute('NOTES_GET_NOTE', { id: 'slow' })).toMatchObject({
      successful: false,
      data: { reason: 'timeout' },
    })
  })

  it('ends when the answer is too large', async () => {
    expect(await execute('NOTES_GET_NOTE', { id: 'huge' })).toMatchObject({
      successful: false,
      data: { reason: 'too_large' },
    })
  })

  it('does not follow a redirect to where it may not go', async () => {
    expect(await execute('NOTES_GET_NOTE', { id: 'elsewhere' })).toMatchObject({
      successful: false,
      data: { reason: 'blocked' },
    })
  })

  it('of another user has no account to use', async () => {
    verifies('tools.execute.own-account')
    const before = upstream.received.length
    for (const more of [{ user_id: 'bob' }, { user_id: 'bob', connected_account_id: accountId }]) {
      const result = await execute('NOTES_LIST_NOTES', {}, more)
      expect(result.error).toMatch(
        /"bob" has no active connection|belongs to another user than "bob"/,
      )
    }
    expect(upstream.received).toHaveLength(before)
  })

  it('to an address that is not public and not allowed is blocked', async () => {
    await importToolkit(service, {
      slug: 'inside',
      source: { openapi: openNotesApi('http://127.0.0.1:9') },
    })
    expect(await execute('INSIDE_LIST_NOTES', {})).toMatchObject({
      successful: false,
      data: { reason: 'blocked' },
    })
  })

  it('of an unknown tool is 404', async () => {
    verifies('tools.execute.unknown')
    await expect(execute('NOTES_NOTHING', {})).rejects.toMatchObject({
      status: 404,
      slug: 'not_found',
    })
  })
})

describe('a binary answer', () => {
  it('is handed out by an unguessable address, as an attachment that no browser runs', async () => {
    verifies('tools.execute.file')
    const { data } = await execute('NOTES_EXPORT_ARCHIVE', {})
    const file = data['file'] as { url: string; content_type: string; size: number; name: string }
    expect(file).toMatchObject({ content_type: 'application/zip', size: 6, name: 'no tes.zip' })
    const answer = await fetch(file.url)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from([80, 75, 3, 4, 0, 255]))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining('attachment'),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })
})

describe('the log', () => {
  it('holds every call with what was asked and answered, and no credential', async () => {
    verifies('logs.no-credentials')
    const { log_id } = await execute('NOTES_CREATE_NOTE', { text: 'For the log' })
    const entry = await service.client.logs.get({ params: { id: String(log_id) } })
    expect(entry).toMatchObject({
      tool_slug: 'NOTES_CREATE_NOTE',
      toolkit: 'notes',
      user_id: 'ada',
      connected_account_id: accountId,
      status: 'success',
      request: { arguments: { text: 'For the log' } },
    })
    expect(JSON.stringify(await service.client.logs.list({ query: { limit: 100 } }))).not.toContain(
      secret,
    )
  })

  it('keeps no data where the project says so', async () => {
    verifies('logs.dont-store-data')
    const { config: _none, ...project } = {
      config: 0,
      ...(await service.client.projects.create({
        body: {
          name: 'Quiet',
          should_create_api_key: true,
          config: {
            is_2FA_enabled: false,
            mask_secret_keys_in_connected_account: true,
            log_visibility_setting: 'dont_store_data',
          },
        },
      })),
    }
    const headers = { 'x-api-key': project.api_key ?? '' }
    const imported = await service.request('POST', '/api/v3/toolkits/import', {
      headers,
      body: { slug: 'notes', source: { openapi: openNotesApi(upstream.url) } },
    })
    await expect
      .poll(
        async () =>
          (
            await service.request('GET', `/api/v3/toolkits/imports/${imported.body.id}`, {
              headers,
            })
          ).body.status,
      )
      .toBe('succeeded')
    const { body } = await service.request('POST', '/api/v3/tools/execute/NOTES_GET_NOTE', {
      headers,
      body: { arguments: { id: 'canary-value' } },
    })
    const entry = await service.request('GET', `/api/v3/logs/tool_executions/${body.log_id}`, {
      headers,
    })
    expect(entry.body).toMatchObject({ id: body.log_id, tool_slug: 'NOTES_GET_NOTE' })
    expect(JSON.stringify(entry.body)).not.toContain('canary-value')
    expect(entry.body).not.toHaveProperty('request')
    expect(entry.body).not.toHaveProperty('requests')
    expect(entry.body).not.toHaveProperty('response')
  })
})
