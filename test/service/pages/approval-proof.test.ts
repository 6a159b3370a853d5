import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TypedEvent } from '../../../src/contract/event-data.ts'
import { verifies } from '../../requirements.ts'
import { decideOnPage, decisionForm } from '../../support/decide-on-page.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { authority, startReceiver, type Receiver } from '../../support/start-receiver.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { fastClock } from '../../support/start-source.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'
import { ask } from '../mcp/protocol/speak.ts'

let upstream: Upstream
let receiver: Receiver
let service: TestService
const patience = { timeout: 60_000, interval: 20 }
const time = { passed: 0 }

beforeAll(async () => {
  upstream = await startUpstream((request, response) => json(response, 200, { url: request.url }), {
    keep: true,
  })
})
afterAll(() => upstream.close())

const start = async (more: Parameters<typeof startService>[0] = {}) => {
  receiver = await startReceiver(() => ({ status: 204 }))
  const clock = { now: () => new Date(Date.now() + time.passed) }
  service = await startService({
    egressAllow: [upstream.host, receiver.host],
    extraCa: authority,
    clock,
    ...more,
  })
  await importToolkit(service, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
}

const subscribe = () =>
  service.client.webhookSubscriptions.create({
    body: {
      webhook_url: receiver.url,
      enabled_events: [
        'svc.approval.requested',
        'svc.approval.approved',
        'svc.approval.denied',
        'svc.approval.used',
        'svc.approval.expired',
      ],
    },
  })

const happened = (id: unknown): TypedEvent[] =>
  receiver.received
    .map(({ body }) => JSON.parse(body) as TypedEvent)
    .filter(({ data }) => 'approval_id' in data && data.approval_id === id)

const typesOf = (id: unknown) =>
  happened(id)
    .map(({ type }) => type)
    .toSorted()

/** What the person gets: the event brings it. */
const receiveCode = async (id: unknown) => {
  const requested = () => happened(id).find((event) => event.type === 'svc.approval.requested')
  await expect.poll(requested, patience).toBeDefined()
  return requested()?.data as { approval_url: string; code: string }
}

/** A call as a model makes it over MCP, and what the model reads of it. */
const openSession = async (approvals: Record<string, unknown> = {}) => {
  const { session_id, mcp } = await service.client.sessions.create({
    body: { user_id: 'ada', approvals: { tools: ['OPEN_DELETE_NOTE'], ...approvals } },
  })
  const { key } = await service.client.sessions.createMcpKey({ params: { session_id }, body: {} })
  const call = async (id: string, capabilities = {}) => {
    const { body } = await ask(
      mcp.url,
      'tools/call',
      { name: 'OPEN_DELETE_NOTE', arguments: { id } },
      { headers: { authorization: `Bearer ${key}` }, capabilities },
    )
    return {
      text: JSON.stringify(body),
      result: body.result,
      data: body.result.structuredContent?.data ?? {},
    }
  }
  const statuses = async () =>
    (await service.client.sessions.approvals({ params: { session_id } })).items.map(
      ({ status }) => status,
    )
  return {
    session_id,
    call,
    statuses,
    approvals: async () =>
      (await service.client.sessions.approvals({ params: { session_id } })).items,
  }
}

const visitor = createVisitor

/** A program that plays a browser: what an agent with a shell can do with what it reads. */
const decide = async (url: string, fields: Record<string, string>, browser = visitor()) => {
  const { formToken } = await browser.visit(url)
  return browser.visit(url, formOf(formToken, fields))
}

const formOf = (formToken: string, fields: Record<string, string>): RequestInit => ({
  ...decisionForm(formToken, 'approve'),
  body: new URLSearchParams({ form_token: formToken, decision: 'approve', ...fields }).toString(),
})

const sent = (id: string) =>
  upstream.received.filter(({ method, url }) => method === 'DELETE' && url === `/notes/${id}`)
    .length

describe('a model that has a shell', () => {
  it('gets no address of a page where nothing could prove who opens it; the call waits for the application', async () => {
    verifies('sessions.approvals.proof')
    await start()
    const { call, approvals, session_id } = await openSession()
    const { text, data } = await call('none')
    expect(data).toMatchObject({ status: 'pending_approval' })
    expect(text).not.toMatch(/\/approve\/|al_\w{22}/)
    expect(text).toContain('no link to give')

    // The address that it can guess from the id asks for a proof that it does not have.
    const guessed = `${service.url}/approve/${String(data['approval_id'])}`
    expect((await decide(guessed, {})).status).toBe(200)
    expect((await decide(guessed, { code: 'BCDF-GHJK' })).status).toBe(403)
    expect((await approvals())[0]?.status).toBe('pending')

    const [waiting] = await approvals()
    expect(waiting?.approval_url).toMatch(/\/approve\/al_/)
    await service.client.sessions.decide({
      params: { session_id, approval_id: String(data['approval_id']) },
      body: { decision: 'approve' },
    })
    expect((await call('none')).result.isError).toBeUndefined()
    expect(sent('none')).toBe(1)
  })

  it('does not get the code, and may not guess it; its user decides with it, once', async () => {
    verifies('sessions.approvals.proof', 'sessions.approvals.code', 'sessions.approvals.events')
    await start()
    await subscribe()
    const { call, statuses } = await openSession()
    const { text, data } = await call('guessed')
    expect(data['approval_url']).toBe(`${service.url}/approve/${data['approval_id']}`)
    const { code, approval_url } = await receiveCode(data['approval_id'])
    expect([text.includes(code), approval_url]).toEqual([false, data['approval_url']])

    const user = visitor()
    const open = await user.visit(approval_url)
    expect(open.html).toContain('<pre>guessed</pre>')
    for (const wrong of ['', 'BCDF-GHJK', '0', 'x'.repeat(5_000), code.slice(1)])
      await decide(approval_url, { code: wrong })
    await Promise.all(Array.from({ length: 8 }, () => decide(approval_url, { code: 'BCDF-GHJK' })))
    expect(await statuses()).toEqual(['pending'])
    const late = await user.visit(approval_url, formOf(open.formToken, { code }))
    expect([
      late.status,
      late.html.includes('Too many wrong codes'),
      late.html.includes('value="approve"'),
    ]).toEqual([403, true, false])
    expect((await visitor().visit(approval_url)).html).toContain('accepts no code')
    expect(await statuses()).toEqual(['pending'])

    const next = await call('typed')
    const theirs = await receiveCode(next.data['approval_id'])
    expect((await decide(theirs.approval_url, { code })).html).toContain('That is not the code')
    expect(
      (
        await decide(theirs.approval_url, {
          code: ` ${theirs.code.toLowerCase().replace('-', ' ')}`,
        })
      ).html,
    ).toContain('This call was approved')
    expect((await call('typed')).result.isError).toBeUndefined()
    expect([sent('guessed'), sent('typed')]).toEqual([0, 1])
    await expect
      .poll(() => typesOf(next.data['approval_id']), patience)
      .toEqual(['svc.approval.approved', 'svc.approval.requested', 'svc.approval.used'])
    for (const { body } of receiver.received) expect(body).not.toContain('"arguments"')
  })

  it('gets the address that is enough where the session says so', async () => {
    verifies('sessions.approvals.proof')
    await start()
    const { call, statuses } = await openSession({ offer_links: true })
    const { data } = await call('trusted')
    expect(data['approval_url']).toMatch(/\/approve\/al_\w{27,}$/)
    await decideOnPage(String(data['approval_url']), 'approve')
    expect(await statuses()).toEqual(['approved'])
  })
})

describe('a session that asks for more', () => {
  it.each(['code', 'ticket'] as const)(
    'has pages that ask for a %s, also those that a client opens',
    async (proof) => {
      verifies('sessions.approvals.proof', 'sessions.approvals.code', 'sessions.approvals.ticket')
      await start()
      await subscribe()
      const { call, statuses, approvals } = await openSession({ proof, offer_links: true })
      const { result } = await call('asked', { elicitation: { url: {} } })
      const [request] = Object.values<{ params: { url: string } }>(result.inputRequests)
      const page = request?.params.url ?? ''
      expect([
        page,
        (await call('asked')).data['approval_url'],
        (await approvals())[0]?.approval_url,
      ]).toEqual(Array(3).fill(`${service.url}/approve/${(await approvals())[0]?.approval_id}`))
      const { code } = await receiveCode((await approvals())[0]?.approval_id)
      expect(code === null).toBe(proof === 'ticket')
      await decide(page, { code: code ?? 'BCDF-GHJK' })
      expect(await statuses()).toEqual([proof === 'code' ? 'approved' : 'pending'])
    },
  )
})

it('a user who is signed in at the project decides with a ticket of the project, and nobody else with it', async () => {
  verifies('sessions.approvals.ticket', 'sessions.approvals.proof')
  await start()
  await service.client.projects.updateConfig({
    body: { approval_sign_in_url: 'https://app.example/sign-in?from=plugboard' },
  })
  const { call, session_id, statuses } = await openSession()
  await expect.poll(async () => (await call('signed')).data['approval_url'], patience).toBeDefined()
  const { data } = await call('signed')
  const page = await visitor().visit(String(data['approval_url']))
  expect(page.html.replaceAll('&amp;', '&')).toContain(
    `href="https://app.example/sign-in?from=plugboard&session_id=${session_id}&approval_id=${data['approval_id']}"`,
  )

  const issue = async (approval: unknown, more: Record<string, unknown> = {}) =>
    service.client.sessions.createApprovalTicket({
      params: { session_id, approval_id: String(approval) },
      body: { user_id: 'ada', ...more },
    })
  await expect(issue(data['approval_id'], { user_id: 'eve' })).rejects.toMatchObject({
    status: 403,
  })
  await expect(issue('apr_00000000000000000')).rejects.toMatchObject({ status: 404 })

  const other = await call('other')
  const [mine, brief, foreign] = [
    await issue(data['approval_id']),
    await issue(data['approval_id'], { expires_in_seconds: 10 }),
    await issue(other.data['approval_id']),
  ]
  const wrong = [
    '',
    'pbt_',
    foreign.ticket,
    `${mine.ticket.slice(0, -1)}${mine.ticket.endsWith('A') ? 'B' : 'A'}`,
    mine.ticket.replace('pbt_', 'pbt_e30'),
    'x'.repeat(6_000),
  ]
  for (const ticket of wrong)
    expect((await decide(`${String(data['approval_url'])}?ticket=${ticket}`, {})).status).toBe(403)
  time.passed += 11_000
  expect((await decide(brief.approval_url, {})).html).toContain(
    'Your sign-in for this call has expired',
  )
  expect(await statuses()).toEqual(['pending', 'pending'])

  expect((await fetch(mine.approval_url)).status).toBe(200)
  expect(await statuses()).toEqual(['pending', 'pending'])
  expect((await decide(mine.approval_url, { decision: 'approve' })).html).toContain(
    'This call was approved',
  )
  expect((await visitor().visit(mine.approval_url)).html).toContain('This call was approved')
  await expect(issue(data['approval_id'])).rejects.toMatchObject({ status: 422 })
  expect((await call('signed')).result.isError).toBeUndefined()
  expect(sent('signed')).toBe(1)
})

it('that a call was denied is an event', async () => {
  verifies('sessions.approvals.events')
  await start()
  await subscribe()
  const { call, session_id } = await openSession()
  const id = String((await call('denied')).data['approval_id'])
  await service.client.sessions.decide({
    params: { session_id, approval_id: id },
    body: { decision: 'deny' },
  })
  await expect
    .poll(() => typesOf(id), patience)
    .toEqual(['svc.approval.denied', 'svc.approval.requested'])
})

it('that nobody decided in time is an event', { timeout: 300_000 }, async () => {
  verifies('sessions.approvals.events', 'sessions.approvals.expiry')
  // A quarter of an hour in three seconds.
  await start({ clock: fastClock(300) })
  await subscribe()
  const { call } = await openSession()
  const id = (await call('over')).data['approval_id']
  await expect.poll(() => typesOf(id), patience).toContain('svc.approval.expired')
  expect(typesOf(id).filter((type) => type !== 'svc.approval.requested')).toEqual([
    'svc.approval.expired',
  ])
})

it('the process that starts the service can show the codes itself', async () => {
  verifies('sessions.approvals.code')
  const shown: TypedEvent<'svc.approval.requested'>[] = []
  await start({ onApprovalRequested: (event) => shown.push(event) })
  const { data } = await (await openSession()).call('shown')
  expect(data['approval_url']).toBe(`${service.url}/approve/${data['approval_id']}`)
  await expect
    .poll(() => shown.map((event) => event.data.approval_id), patience)
    .toEqual([data['approval_id']])
  expect(
    (await decide(String(data['approval_url']), { code: shown[0]?.data.code ?? '' })).html,
  ).toContain('This call was approved')
})
