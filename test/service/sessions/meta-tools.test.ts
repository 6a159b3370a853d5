import { request as httpRequest } from 'node:http'
import { getEncoding } from 'js-tiktoken'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
  await notes.connect('ada')
})
afterAll(() => notes.close())

const open = async (user = 'ada', rules: Record<string, unknown> = {}) => {
  const { session_id } = await notes.service.client.sessions.create({
    body: { user_id: user, ...rules },
  })
  return { params: { session_id } }
}

const run = (
  session: { params: { session_id: string } },
  slug: string,
  given: Record<string, unknown>,
) => notes.service.client.sessions.executeMeta({ ...session, body: { slug, arguments: given } })

const code = ['SVC_REMOTE_WORKBENCH', 'SVC_REMOTE_BASH_TOOL']
const always = ['SVC_SEARCH_TOOLS', 'SVC_GET_TOOL_SCHEMAS', 'SVC_MULTI_EXECUTE_TOOL']

describe('the meta tools', () => {
  it.each([
    ['by default', {}, [...always, 'SVC_MANAGE_CONNECTIONS', ...code, 'SVC_READ_RESULT']],
    [
      'with connections',
      { manage_connections: { enable: true } },
      [...always, 'SVC_MANAGE_CONNECTIONS', ...code, 'SVC_READ_RESULT'],
    ],
    [
      'with connections, shorter',
      { manage_connections: true },
      [...always, 'SVC_MANAGE_CONNECTIONS', ...code, 'SVC_READ_RESULT'],
    ],
    [
      'without connections',
      { manage_connections: { enable: false } },
      [...always, ...code, 'SVC_READ_RESULT'],
    ],
    [
      'without connections, shorter',
      { manage_connections: false },
      [...always, ...code, 'SVC_READ_RESULT'],
    ],
    [
      'with null for the default',
      { manage_connections: { enable: null, enable_wait_for_connections: null } },
      [...always, 'SVC_MANAGE_CONNECTIONS', ...code, 'SVC_READ_RESULT'],
    ],
    [
      'with waiting',
      { manage_connections: { enable: true, enable_wait_for_connections: true } },
      [...always, 'SVC_MANAGE_CONNECTIONS', 'SVC_WAIT_FOR_CONNECTIONS', ...code, 'SVC_READ_RESULT'],
    ],
    [
      'without a workbench',
      { workbench: { enable: false } },
      [...always, 'SVC_MANAGE_CONNECTIONS', 'SVC_READ_RESULT'],
    ],
  ])('in force %s are in both lists, and the others are refused', async (_name, rules, slugs) => {
    verifies(
      'sessions.meta-tools.in-force',
      'sessions.manage-connections.enable',
      'sessions.manage-connections.boolean',
      'sessions.manage-connections.wait',
      'sessions.workbench.disabled',
      'workbench.in-force',
    )
    const made = await notes.service.client.sessions.create({ body: { user_id: 'ada', ...rules } })
    const session = { params: { session_id: made.session_id } }
    expect(made.tool_router_tools).toEqual(slugs)
    expect(
      (await notes.service.client.sessions.tools(session)).items.map(({ slug }) => slug),
    ).toEqual(slugs)
    for (const slug of ['SVC_MANAGE_CONNECTIONS', 'SVC_WAIT_FOR_CONNECTIONS', ...code].filter(
      (name) => !slugs.includes(name),
    )) {
      const given = { toolkits: ['notes'] }
      await expect(run(session, slug, given)).rejects.toMatchObject({ status: 403 })
      await expect(
        notes.service.client.sessions.execute({
          ...session,
          body: { tool_slug: slug.toLowerCase(), arguments: given },
        }),
      ).rejects.toMatchObject({ status: 403 })
    }
    await expect(run(session, 'SVC_NO_SUCH_TOOL', {})).rejects.toMatchObject({ status: 404 })
  })

  it('have complete schemas without what providers warn about, and cost few tokens', async () => {
    verifies(
      'sessions.meta-tools.list',
      'sessions.meta-tools.size',
      'sessions.meta-tools.plain-schemas',
    )
    const { items } = await notes.service.client.sessions.tools(
      await open('ada', {
        manage_connections: { enable: true, enable_wait_for_connections: true },
      }),
    )
    for (const tool of items)
      expect(tool).toMatchObject({
        name: expect.any(String),
        description: expect.any(String),
        toolkit: { slug: 'svc' },
        input_parameters: { type: 'object', properties: expect.any(Object) },
      })
    expect(JSON.stringify(items)).not.toContain('propertyNames')
    const shown = items.map(({ slug, description, input_parameters: parameters }) => ({
      name: slug,
      description,
      parameters,
    }))
    expect(getEncoding('o200k_base').encode(JSON.stringify(shown)).length).toBeLessThan(3000)
  })

  it('are listed for a request with an empty JSON body too', async () => {
    verifies('sessions.meta-tools.empty-body')
    const { params } = await open()
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(
        `${notes.service.url}/api/v3/tool_router/session/${params.session_id}/tools`,
        {
          method: 'GET',
          headers: {
            'x-api-key': notes.service.apiKey,
            'content-type': 'application/json',
            'content-length': '2',
          },
        },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      request.on('error', reject)
      request.end('{}')
    })
    expect(status).toBe(200)
  })
})

describe('SVC_MANAGE_CONNECTIONS', () => {
  it('says what is connected, and gives a link to what is not', async () => {
    verifies('sessions.manage-connections.tool')
    const session = await open('newcomer')
    const { data, error } = await run(session, 'SVC_MANAGE_CONNECTIONS', {
      toolkits: ['Notes', 'open', 'nothing'],
    })
    expect(error).toBeNull()
    expect(data['results']).toEqual([
      {
        toolkit: 'notes',
        status: 'initiated',
        connected_account_id: expect.stringMatching(/^ca_/),
        redirect_url: expect.stringContaining(`${notes.service.url}/connect/`),
        expires_at: expect.any(String),
        message: expect.stringContaining('/connect/'),
      },
      {
        toolkit: 'open',
        status: 'active',
        message: expect.stringContaining('needs no connection'),
      },
      { toolkit: 'nothing', status: 'failed', message: expect.stringContaining('no toolkit') },
    ])
    expect(
      (await run(session, 'SVC_MANAGE_CONNECTIONS', { toolkits: ['notes'] })).data['results'],
    ).toEqual([(data['results'] as unknown[])[0]])
  })

  it('makes a new link for a connected toolkit only when it is told to', async () => {
    verifies('sessions.manage-connections.tool')
    const account = await notes.connect('oscar')
    const session = await open('oscar')
    expect(
      (await run(session, 'SVC_MANAGE_CONNECTIONS', { toolkits: ['notes'] })).data,
    ).toMatchObject({ results: [{ status: 'active', connected_account_id: account }] })
    const { data } = await run(session, 'SVC_MANAGE_CONNECTIONS', {
      toolkits: ['notes'],
      reinitiate: true,
    })
    expect(data).toMatchObject({
      results: [{ status: 'initiated', redirect_url: expect.any(String) }],
    })
    expect(
      (data['results'] as { connected_account_id: string }[])[0]?.connected_account_id,
    ).not.toBe(account)
  })

  it('fails for toolkits that the session excludes', async () => {
    verifies('sessions.limits.every-door')
    const { error } = await run(
      await open('newcomer', { toolkits: ['open'] }),
      'SVC_MANAGE_CONNECTIONS',
      { toolkits: ['notes'] },
    )
    expect(error).toContain('no toolkit "notes"')
  })

  it('makes no other account where the session names one', async () => {
    verifies('sessions.manage-connections.bound')
    const account = await notes.connect('paula')
    const session = await open('paula', { connected_accounts: { notes: account } })
    await notes.service.client.connectedAccounts.setStatus({
      params: { nanoid: account },
      body: { enabled: false },
    })
    expect(
      (await run(session, 'SVC_MANAGE_CONNECTIONS', { toolkits: ['notes'] })).data,
    ).toMatchObject({ results: [{ status: 'failed' }] })
  })
})

describe('SVC_WAIT_FOR_CONNECTIONS', () => {
  const waiting = { manage_connections: { enable: true, enable_wait_for_connections: true } }

  it('answers when the user has connected', async () => {
    verifies('sessions.wait-for-connections')
    const session = await open('quinn', waiting)
    const waited = run(session, 'SVC_WAIT_FOR_CONNECTIONS', {
      toolkits: ['notes', 'open'],
      timeout_seconds: 20,
    })
    const account = await notes.connect('quinn')
    expect(await waited).toMatchObject({
      error: null,
      data: {
        results: [
          { toolkit: 'notes', connected: true, connected_account_id: account },
          { toolkit: 'open', connected: true },
        ],
      },
    })
  })

  it('answers when the time is over', async () => {
    verifies('sessions.wait-for-connections')
    const { data, error } = await run(await open('nobody', waiting), 'SVC_WAIT_FOR_CONNECTIONS', {
      toolkits: ['notes'],
      timeout_seconds: 1,
    })
    expect(error).toContain('Not connected after 1 seconds: notes')
    expect(data['results']).toEqual([{ toolkit: 'notes', connected: false }])
  })

  it('ends when its caller goes away', async () => {
    verifies('sessions.wait-for-connections')
    const session = await open('nobody', waiting)
    const leaving = new AbortController()
    // Without an Idempotency-Key: with one the answer is kept for whoever asks again.
    const waited = fetch(
      `${notes.service.url}/api/v3/tool_router/session/${session.params.session_id}/execute_meta`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': notes.service.apiKey },
        body: JSON.stringify({
          slug: 'SVC_WAIT_FOR_CONNECTIONS',
          arguments: { toolkits: ['notes'], timeout_seconds: 300 },
        }),
        signal: leaving.signal,
      },
    )
    setTimeout(() => leaving.abort(), 200)
    await expect(waited).rejects.toThrow('aborted')
    await vi.waitFor(async () => {
      const { items } = await notes.service.client.logs.list({
        query: { session_ids: [session.params.session_id] },
      })
      expect(items).toMatchObject([{ tool_slug: 'SVC_WAIT_FOR_CONNECTIONS', status: 'error' }])
    }, 60_000)
  })

  it.each([[{ timeout_seconds: 301 }], [{ timeout_seconds: 0 }], [{ toolkits: ['nothing'] }]])(
    'refuses %j at once',
    async (given) => {
      verifies('sessions.wait-for-connections')
      expect(
        (
          await run(await open('nobody', waiting), 'SVC_WAIT_FOR_CONNECTIONS', {
            toolkits: ['notes'],
            ...given,
          })
        ).error,
      ).toMatch(/not valid|no toolkit/)
    },
  )
})
