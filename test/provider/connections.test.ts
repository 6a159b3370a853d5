import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Plugboard, PlugboardError } from '../../src/index.ts'
import { serve, sessionRecord } from '../client/serve.ts'
import { createVisitor } from '../support/visit-connect-page.ts'
import { notesSecret } from '../support/notes-service.ts'
import { verifies } from '../requirements.ts'
import { openNotes } from './open-notes.ts'

const notes = openNotes()
const often = { intervalMs: 20 }

/** An account as the service answers it. */
const accountRecord = {
  id: 'ca_1',
  user_id: 'ada',
  name: null,
  toolkit: { slug: 'notes' },
  auth_config: { id: 'ac_1', auth_scheme: 'API_KEY', is_svc_managed: false, is_disabled: false },
  status_reason: 'The user said no',
  is_disabled: false,
  identity: null,
  verification: 'none',
  verified_at: null,
  expires_at: null,
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
  state: { authScheme: 'API_KEY', val: {} },
  data: {},
  params: {},
  deprecated: { uuid: '00000000-0000-4000-8000-000000000000' },
}

test('authorize gives a link; when the user opened it, the wait ends with the account, and its tools run', async () => {
  verifies('toolkit.authorize')
  const { plugboard, upstream } = notes()
  const session = await plugboard.createSession('ada')

  const request = await session.authorize('Notes', {
    callbackUrl: 'https://app.example.com/connected',
  })
  expect(request).toMatchObject({
    toolkit: 'notes',
    redirectUrl: expect.stringContaining('/connect/'),
    connectedAccountId: expect.stringMatching(/^ca_/),
  })
  expect(Date.parse(request.expiresAt)).toBeGreaterThan(Date.now())

  const waiting = request.waitForConnection(often)
  const page = await createVisitor().connect(request.redirectUrl, { generic_api_key: notesSecret })
  expect(page.leadsTo).toContain('https://app.example.com/connected')
  expect(await session.confirmConnection(page.leadsTo ?? '')).toMatchObject({
    id: request.connectedAccountId,
    status: 'ACTIVE',
  })
  expect(await waiting).toMatchObject({
    id: request.connectedAccountId,
    status: 'ACTIVE',
    user_id: 'ada',
    toolkit: { slug: 'notes' },
  })

  expect(await session.execute('NOTES_LIST_NOTES')).toMatchObject({ successful: true })
  expect(upstream.received.map(({ headers }) => headers['x-notes-key'])).toEqual([notesSecret])
})

test("a link for eve that is opened in ada's browser connects nothing: the callback confirms for the user who is signed in there", async () => {
  verifies('toolkit.confirm-connection')
  const { plugboard, service } = notes()
  const [eve, ada] = [
    await plugboard.createSession('eve'),
    await plugboard.createSession('ada of the callback'),
  ]
  const request = await eve.authorize('notes', { callbackUrl: 'https://app.example.com/connected' })
  expect(request.confirmation).toBe('callback')
  const { leadsTo } = await createVisitor().connect(request.redirectUrl, {
    generic_api_key: notesSecret,
  })
  const callback = new URL(leadsTo ?? '')

  // As a fetch request, and as Node has it.
  for (const asked of [
    new Request(callback),
    { url: callback.pathname + callback.search },
    callback.href,
  ]) {
    await expect(ada.confirmConnection(asked)).rejects.toMatchObject({ slug: 'forbidden' })
  }
  const withoutCode = new URL(callback)
  withoutCode.searchParams.delete('confirmation_code')
  await expect(ada.confirmConnection(withoutCode)).rejects.toMatchObject({ slug: 'forbidden' })
  await expect(eve.confirmConnection(withoutCode)).rejects.toMatchObject({
    slug: 'connection_failed',
    message: expect.stringContaining('INITIATED'),
  })
  await expect(eve.confirmConnection('https://app.example.com/connected')).rejects.toMatchObject({
    slug: 'connection_failed',
    suggestedFix: expect.stringContaining('callbackUrl'),
  })
  expect(
    (await service.client.connectedAccounts.get({ params: { nanoid: request.connectedAccountId } }))
      .status,
  ).toBe('INITIATED')
  expect(await eve.execute('NOTES_LIST_NOTES')).toMatchObject({ successful: false })

  expect(await eve.confirmConnection(new Request(callback))).toMatchObject({
    id: request.connectedAccountId,
    status: 'ACTIVE',
  })
  // The page was loaded again.
  expect(await eve.confirmConnection({ url: callback.pathname + callback.search })).toMatchObject({
    status: 'ACTIVE',
  })
  expect(await eve.confirmConnection(withoutCode)).toMatchObject({ status: 'ACTIVE' })
  await expect(ada.confirmConnection(callback)).rejects.toMatchObject({ slug: 'forbidden' })
})

test('without a callback the wait takes the code of the page, and says so when it has none', async () => {
  verifies('toolkit.confirm-connection')
  const { plugboard } = notes()
  const session = await plugboard.createSession('grace')
  expect(session.config.manage_connections.confirmation).toBe('code')
  const request = await session.authorize('notes')
  expect(request.confirmation).toBe('code')
  const { html } = await createVisitor().connect(request.redirectUrl, {
    generic_api_key: notesSecret,
  })
  const [code = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(html) ?? []

  await expect(request.waitForConnection({ ...often, timeoutMs: 1 })).rejects.toMatchObject({
    slug: 'timeout',
    suggestedFix: expect.stringContaining('`code`'),
  })
  await expect(request.waitForConnection({ ...often, code: 'AAAA-AAAA' })).rejects.toMatchObject({
    slug: 'invalid_request',
  })
  expect(await request.waitForConnection({ ...often, code: code.toLowerCase() })).toMatchObject({
    status: 'ACTIVE',
  })
  expect(await request.waitForConnection({ ...often, code })).toMatchObject({ status: 'ACTIVE' })
})

test('a link that an agent shows is confirmed too, and only who says so makes links without', async () => {
  verifies('toolkit.confirm-connection')
  const { plugboard, service } = notes()
  const session = await plugboard.createSession('heidi')
  const { data } = await session.execute('SVC_MANAGE_CONNECTIONS', { toolkits: ['notes'] })
  const [shown] = data['results'] as { redirect_url: string; connected_account_id: string }[]
  const { html } = await createVisitor().connect(shown?.redirect_url ?? '', {
    generic_api_key: notesSecret,
  })
  const [code = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(html) ?? []
  const connectedAccountId = shown?.connected_account_id ?? ''
  expect(
    (await service.client.connectedAccounts.get({ params: { nanoid: connectedAccountId } })).status,
  ).toBe('INITIATED')
  expect(await session.confirmConnection({ connectedAccountId, code })).toMatchObject({
    status: 'ACTIVE',
  })

  const open = await plugboard.createSession('ivan', {
    manage_connections: { enable: true, confirmation: null },
  })
  const request = await open.authorize('notes', { confirmation: null })
  await createVisitor().connect(request.redirectUrl, { generic_api_key: notesSecret })
  expect(await request.waitForConnection(often)).toMatchObject({ status: 'ACTIVE' })
})

test('the wait ends with the reason when the connection cannot come any more', async () => {
  verifies('toolkit.authorize')
  const { plugboard } = notes()
  const session = await plugboard.createSession('bob')
  const request = await session.authorize('notes')

  const late = await request
    .waitForConnection({ ...often, timeoutMs: 30 })
    .catch((error: unknown) => error)
  expect(late).toBeInstanceOf(PlugboardError)
  expect(late).toMatchObject({
    slug: 'timeout',
    message: expect.stringContaining(request.connectedAccountId),
    suggestedFix: expect.stringContaining('Remind the user'),
  })

  await plugboard.client.connectedAccounts.delete({
    params: { nanoid: request.connectedAccountId },
  })
  await expect(request.waitForConnection(often)).rejects.toMatchObject({ slug: 'not_found' })
})

test.each(['FAILED', 'EXPIRED', 'REVOKED'])(
  'the wait for an account that is %s says why',
  async (status) => {
    verifies('toolkit.authorize')
    const states = ['INITIATED', status]
    const link = {
      link_token: 'lk_1',
      redirect_url: 'https://plugboard.example/connect/lk_1',
      expires_at: '2026-11-21T12:00:00.000Z',
      connected_account_id: 'ca_1',
    }
    await using service = await serve((app) => {
      app.get('/api/v3/tool_router/session/trs_1', (context) => context.json(sessionRecord))
      app.post('/api/v3/tool_router/session/trs_1/link', (context) => context.json(link, 201))
      app.get('/api/v3/connected_accounts/ca_1', (context) =>
        context.json({ ...accountRecord, status: states.shift() }),
      )
    })
    const session = await new Plugboard({ baseUrl: service.url, apiKey: 'pbk_1' }).useSession(
      'trs_1',
    )
    const request = await session.authorize('notes')

    expect(request.expiresAt).toBe(link.expires_at)
    await expect(request.waitForConnection(often)).rejects.toMatchObject({
      slug: 'connection_failed',
      message: `"notes" was not connected: account ca_1 is ${status} (The user said no)`,
    })
    expect(states).toEqual([])
  },
)

test('a signal ends the wait, and every other method', async () => {
  verifies('toolkit.signals')
  const { plugboard } = notes()
  const session = await plugboard.createSession('carl', {
    approvals: { tools: ['OPEN_DELETE_NOTE'] },
  })
  const request = await session.authorize('notes')
  const controller = new AbortController()
  const waiting = request.waitForConnection({ signal: controller.signal, intervalMs: 60_000 })
  await wait(50)
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ slug: 'aborted' })

  const options = { signal: controller.signal }
  const calls = [
    session.authorize('notes', options),
    session.ensureConnected(['notes'], options),
    session.proxyExecute({ toolkit_slug: 'open', endpoint: '/notes', method: 'GET' }, options),
    session.approvals.list({}, options),
    session.approvals.approve('apr_1', options),
    session.approvals.deny('apr_1', options),
    session.needsApproval('OPEN_LIST_NOTES', {}, options),
    session.execute(
      'SVC_MULTI_EXECUTE_TOOL',
      { tools: [{ tool_slug: 'OPEN_LIST_NOTES' }] },
      { ...options, approved: true },
    ),
    plugboard.useSession(session.id, {
      customTools: [{ slug: 'a', description: 'A', input: { type: 'object' }, execute: () => 1 }],
      ...options,
    }),
  ]
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { slug: 'aborted' } })
})

test('ensureConnected tells what is connected and asks for links for the others only', async () => {
  verifies('toolkit.ensure-connected')
  const { plugboard, connect } = notes()
  const session = await plugboard.createSession('dora')

  const first = await session.ensureConnected(['notes', 'open', 'NOTES'])
  expect(first.connected).toEqual([{ toolkit: 'open', connectedAccountId: null }])
  expect(first.requests).toMatchObject([
    { toolkit: 'notes', redirectUrl: expect.stringContaining('/connect/') },
  ])

  const account = await connect('dora')
  expect(await session.ensureConnected(['notes', 'open'])).toEqual({
    connected: expect.arrayContaining([
      { toolkit: 'notes', connectedAccountId: account },
      { toolkit: 'open', connectedAccountId: null },
    ]),
    requests: [],
  })
  expect(await session.ensureConnected([])).toEqual({ connected: [], requests: [] })
})

test('toolkits that the session does not have, or excludes, are refused', async () => {
  verifies('toolkit.ensure-connected')
  const { plugboard } = notes()
  const session = await plugboard.createSession('erin', { toolkits: ['open'] })

  await expect(session.ensureConnected(['nothing'])).rejects.toMatchObject({
    slug: 'not_found',
    message: expect.stringContaining('"nothing"'),
  })
  await expect(session.ensureConnected(['notes'])).rejects.toMatchObject({ slug: 'forbidden' })
  await expect(session.authorize('notes')).rejects.toMatchObject({ slug: 'forbidden' })
})
