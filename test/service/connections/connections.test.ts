import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basePath } from '../../../src/contract/endpoint.ts'
import { operations } from '../../contract/operations.ts'
import { verifies } from '../../requirements.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'
import { askWith, type Asked } from './ask-with.ts'

const origin = 'https://app.example'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

const mint = (user: string, more: Record<string, unknown> = {}) =>
  notes.service.client.connectTokens.create({
    body: { user_id: user, allowed_origins: [origin], ...more },
  })

/** The requests of a page with a new token of this user. */
const startPage = async (user: string, more: Record<string, unknown> = {}) =>
  askWith(notes.service.url, (await mint(user, more)).token, { origin })

const idsOf = ({ body }: Asked): string[] => body.items.map(({ id }: { id: string }) => id)

describe('a connect token', () => {
  it('lists, names, renames and disconnects the accounts of its user, and knows no others', async () => {
    verifies('connections.own', 'connections.name', 'connections.token')
    const [first, second, hers] = [
      await notes.connect('ada'),
      await notes.connect('ada'),
      await notes.connect('eve'),
    ]
    const page = await startPage('ada')
    expect(idsOf(await page('GET', '/connections'))).toEqual([second, first])
    expect((await page('GET', `/connections/${first}`)).body).toEqual({
      id: first,
      toolkit: { slug: 'notes', name: expect.any(String), logo: null },
      name: null,
      owner: null,
      status: 'ACTIVE',
      is_disabled: false,
      can_reconnect: false,
      created_at: expect.any(String),
    })
    expect((await page('PATCH', `/connections/${first}`, { name: 'Work' })).body).toMatchObject({
      name: 'Work',
    })
    const byKey = notes.service.client.connectedAccounts
    expect(await byKey.get({ params: { nanoid: first } })).toMatchObject({ name: 'Work' })
    await byKey.update({ params: { nanoid: first }, body: { name: null } })
    expect((await page('GET', `/connections/${first}`)).body.name).toBeNull()
    for (const [method, path, body] of [
      ['GET', hers],
      ['PATCH', hers, { name: 'Mine' }],
      ['DELETE', hers],
      ['POST', `${hers}/confirm`, { code: 'x' }],
      ['POST', 'link', { connection_id: hers }],
    ] as const) {
      const unknown = JSON.parse(
        JSON.stringify([path, body]).replaceAll(hers, 'ca_00000000000000000'),
      ) as [string, object | undefined]
      const [refused, none] = [
        await page(method, `/connections/${path}`, body),
        await page(method, `/connections/${unknown[0]}`, unknown[1] ?? undefined),
      ]
      expect(refused.status).toBe(404)
      expect(refused.body.error.message.replaceAll(hers, '')).toBe(
        none.body.error.message.replaceAll('ca_00000000000000000', ''),
      )
    }
    expect((await page('DELETE', `/connections/${first}`)).body).toEqual({ success: true })
    expect(idsOf(await page('GET', '/connections'))).toEqual([second])
    expect(idsOf(await (await startPage('eve'))('GET', '/connections'))).toEqual([hers])
  })

  it('knows no toolkits but those it names', async () => {
    verifies('connections.own')
    const account = await notes.connect('limited')
    const page = await startPage('limited', { toolkits: ['OPEN'] })
    expect(idsOf(await page('GET', '/connections'))).toEqual([])
    expect((await page('GET', '/connections/toolkits')).body.items).toEqual([])
    for (const [method, path, body] of [
      ['GET', `/connections/${account}`],
      ['DELETE', `/connections/${account}`],
      ['POST', '/connections/link', { toolkit: 'notes' }],
    ] as const)
      expect((await page(method, path, body)).status).toBe(404)
    await expect(mint('ada', { toolkits: ['nowhere'] })).rejects.toMatchObject({ status: 400 })
    await expect(mint('ada', { toolkits: [] })).rejects.toMatchObject({ status: 400 })
  })

  it('connects: one account waits, however often its user begins', async () => {
    verifies('connections.link')
    const page = await startPage('newcomer')
    const { body } = await page('GET', '/connections/toolkits')
    expect(body).toMatchObject({
      project: { name: null, logo_url: null, accent_color: null, page_theme: 'system' },
      user: { name: 'newcomer' },
      items: [{ slug: 'notes' }],
    })
    const begin = async () => (await page('POST', '/connections/link', { toolkit: 'notes' })).body
    const first = await begin()
    expect(await begin()).toEqual(first)
    await createVisitor().connect(first.redirect_url, { generic_api_key: '' })
    const second = await begin()
    expect(second.connection_id).toBe(first.connection_id)
    expect(second.redirect_url).not.toBe(first.redirect_url)
    expect(idsOf(await page('GET', '/connections'))).toEqual([])
    const path = `/connections/${second.connection_id}`
    expect((await page('GET', path)).body.status).toBe('INITIATED')
    await createVisitor().connect(second.redirect_url, { generic_api_key: 'key' })
    expect((await page('GET', path)).body.status).toBe('ACTIVE')
    expect(idsOf(await page('GET', '/connections'))).toEqual([second.connection_id])
    expect((await begin()).connection_id).not.toBe(second.connection_id)
    const again = await page('POST', '/connections/link', { connection_id: second.connection_id })
    expect(again).toMatchObject({ status: 422, body: { error: { slug: 'unprocessable' } } })
    for (const wrong of [{}, { toolkit: 'notes', connection_id: second.connection_id }])
      expect((await page('POST', '/connections/link', wrong)).status).toBe(400)
  })

  it('takes the code of the page where the project has connections confirmed', async () => {
    verifies('connections.link')
    const settings = (required: boolean) =>
      notes.service.client.projects.updateConfig({
        body: { require_connection_confirmation: required },
      })
    await settings(true)
    const page = await startPage('confirming')
    const { body } = await page('POST', '/connections/link', { toolkit: 'notes' })
    expect(body.needs_code).toBe(true)
    const { html } = await createVisitor().connect(body.redirect_url, { generic_api_key: 'key' })
    await settings(false)
    const code = /<strong>([0-9A-Z]{4}-[0-9A-Z]{4})<\/strong>/.exec(html)?.[1]
    const path = `/connections/${body.connection_id}/confirm`
    expect((await page('POST', path, { code: 'WRNG-CODE' })).status).toBe(400)
    expect((await (await startPage('eve'))('POST', path, { code })).status).toBe(404)
    expect((await page('POST', path, { code })).body).toMatchObject({ status: 'ACTIVE' })
  })
})

describe('approvals of a user', () => {
  const askFor = async (user: string, more: Record<string, unknown> = {}) => {
    await notes.connect(user)
    const { sessions } = notes.service.client
    const { session_id } = await sessions.create({
      body: { user_id: user, approvals: { tools: ['NOTES_CREATE_NOTE'], ...more } },
    })
    const { data } = await sessions.execute({
      params: { session_id },
      body: {
        tool_slug: 'NOTES_CREATE_NOTE',
        arguments: { text: '\u202eBuy milk' },
      },
    })
    return { params: { session_id }, id: String(data['approval_id']) }
  }

  it.each(['link', 'code', 'ticket'])('are theirs to decide, at the proof "%s"', async (proof) => {
    verifies('connections.approvals')
    const user = `decider-${proof}`
    const { params, id } = await askFor(user, { proof })
    const page = await startPage(user)
    const { items } = (await page('GET', '/connections/approvals')).body
    expect(items).toMatchObject([
      {
        approval_id: id,
        tool: { slug: 'NOTES_CREATE_NOTE' },
        toolkit: { slug: 'notes' },
        arguments: {
          shown: expect.arrayContaining([
            { name: 'text', text: '\\u{202e}Buy milk', is_secret: false, cut: 0 },
          ]),
        },
      },
    ])
    expect(JSON.stringify(items)).not.toContain('hunter2')
    const path = `/connections/approvals/${id}`
    for (const [stranger, more] of [
      ['eve', {}],
      [user, { toolkits: ['open'] }],
    ] as const) {
      const other = await startPage(stranger, more)
      expect((await other('GET', '/connections/approvals')).body.items).toEqual([])
      expect((await other('POST', path, { decision: 'approve' })).status).toBe(404)
    }
    expect((await page('POST', path, { decision: 'approve' })).body).toEqual({
      approval_id: id,
      status: 'approved',
    })
    expect((await page('GET', '/connections/approvals')).body.items).toEqual([])
    expect((await page('POST', path, { decision: 'deny' })).status).toBe(422)
    expect((await notes.service.client.sessions.approvals({ params })).items[0]?.status).toBe(
      'approved',
    )
  })

  it('that the project decides alone, or whose session is gone, are not among them', async () => {
    verifies('connections.approvals')
    const { id } = await askFor('projects-own', { offer_links: false })
    const gone = await askFor('projects-own')
    await notes.service.client.sessions.delete({ params: gone.params })
    const page = await startPage('projects-own')
    expect((await page('GET', '/connections/approvals')).body.items).toEqual([])
    for (const each of [id, gone.id])
      expect(
        (await page('POST', `/connections/approvals/${each}`, { decision: 'approve' })).status,
      ).toBe(404)
  })

  it('are decided on their page too with a connect token, but no ticket of one opens another door', async () => {
    verifies('connections.approvals', 'connections.own', 'sessions.approvals.ticket')
    const { params, id } = await askFor('both', { proof: 'ticket' })
    const { sessions } = notes.service.client
    const { ticket, approval_url } = await sessions.createApprovalTicket({
      params: { ...params, approval_id: id },
      body: { user_id: 'both' },
    })
    const withTicket = askWith(notes.service.url, ticket, { origin })
    expect((await withTicket('GET', '/connections')).status).toBe(401)
    const page = approval_url.replace(/\?.*/, '')
    const statusWith = async (token: string) => (await fetch(`${page}?ticket=${token}`)).text()
    expect(await statusWith((await mint('both')).token)).toContain('Approve this one call')
    for (const other of [
      (await mint('eve')).token,
      (await mint('both', { toolkits: ['open'] })).token,
    ])
      expect(await statusWith(other)).toContain('Your sign-in for this call has expired')
  })
})

it('a connect token opens nothing else, and no key opens what it does', async () => {
  verifies('connections.only', 'connections.token')
  const { token } = await mint('ada')
  const { service } = notes
  const send = async (method: string, path: string, headers: Record<string, string>) => {
    const response = await fetch(service.url + basePath + path, { method, headers })
    return { status: response.status, text: await response.text() }
  }
  for (const { endpoint } of operations) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x')
    if (endpoint.auth === 'public') continue
    if (endpoint.auth === 'ticket') {
      for (const headers of [
        { 'x-api-key': service.apiKey },
        { 'x-user-api-key': service.userApiKey },
        { 'x-org-api-key': service.orgApiKey },
        { 'x-connect-token': service.apiKey },
      ] as Record<string, string>[])
        expect((await send(endpoint.method, path, { ...headers, origin })).status).toBe(401)
      continue
    }
    for (const header of ['x-connect-token', 'x-api-key', 'x-org-api-key']) {
      const { status, text } = await send(endpoint.method, path, { [header]: token, origin })
      expect(status, `${endpoint.method} ${path} ${header}`).toBe(401)
      if (header === 'x-connect-token')
        expect(text).toContain('A connect token opens only what is below /connections')
    }
  }
  const { session_id } = await service.client.sessions.create({ body: { user_id: 'ada' } })
  const mcp = await service.client.sessions.createMcpKey({ params: { session_id }, body: {} })
  for (const key of [mcp.key, token])
    expect(
      await service.request('POST', `${basePath}/connect_tokens`, {
        body: { user_id: 'ada' },
        headers: { 'x-api-key': key },
      }),
    ).toMatchObject({ status: 401 })
})

describe('the origin of a page', () => {
  it('is one that the token names, or that of the service', async () => {
    verifies('connections.origin')
    const { url } = notes.service
    const { token } = await mint('ada', { allowed_origins: [origin, 'http://127.0.0.1:3000'] })
    const from = (headers: Record<string, string>) =>
      askWith(url, token, headers)('GET', '/connections')
    for (const good of [
      { origin },
      { origin: 'http://127.0.0.1:3000' },
      { origin: url },
      { 'sec-fetch-site': 'same-origin' },
    ] as Record<string, string>[])
      expect((await from(good)).status).toBe(200)
    for (const bad of [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `${origin}.evil.example` },
      { origin: `${origin}:8443` },
      { origin: 'http://app.example' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const refused = await from(bad)
      expect(refused).toMatchObject({ status: 403, body: { error: { slug: 'forbidden' } } })
    }
    for (const wrong of ['app.example', `${origin}/`, `${origin}/x`, '*', 'null', 'file:///x'])
      await expect(mint('ada', { allowed_origins: [wrong] })).rejects.toMatchObject({ status: 400 })
  })

  it('gets CORS headers without being listed, below /connections alone', async () => {
    verifies('connections.origin')
    const { url } = notes.service
    const ask = (path: string, init: RequestInit) => fetch(url + basePath + path, init)
    const preflight = await ask('/connections/ca_1', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-connect-token,content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'content-type,x-connect-token',
    })
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    const refused = await ask('/connections', { headers: { origin: 'https://evil.example' } })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://evil.example')
    for (const path of ['/connect_tokens', '/connected_accounts', '/connectionsx'])
      expect(
        (await ask(path, { headers: { origin } })).headers.get('access-control-allow-origin'),
      ).toBeNull()
  })
})
