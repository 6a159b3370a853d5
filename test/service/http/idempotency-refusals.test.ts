import { describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { startRenewing } from '../accounts/start-renewing.ts'
import { createSharedPlace } from './shared-place.ts'

const start = async () => {
  const { database } = await createSharedPlace()
  const upstream = await startUpstream((_request, response) =>
    json(response, 201, { number: upstream.received.length }),
  )
  const service = await startService({ database, egressAllow: [upstream.host] })
  await importToolkit(service, { slug: 'notes', source: { openapi: openNotesApi(upstream.url) } })
  return { database, service, upstream, texts: () => upstream.received.map(({ body }) => body) }
}

const open = async ({ client }: Awaited<ReturnType<typeof startService>>, rules: object = {}) =>
  (await client.sessions.create({ body: { user_id: 'ada', ...rules } })).session_id

const note = (text: unknown) => ({ tool_slug: 'NOTES_CREATE_NOTE', arguments: { text } })
const many = (...tools: object[]) => ({ tool_slug: 'SVC_MULTI_EXECUTE_TOOL', arguments: { tools } })

describe('a call that was refused before it was sent', () => {
  it('is made under the same key once it is approved', async () => {
    verifies('idempotency.refused')
    const { service, upstream } = await start()
    const session_id = await open(service, { approvals: { tools: ['NOTES_CREATE_NOTE'] } })
    const params = { session_id }
    const call = () =>
      service.client.sessions.execute({ params, body: note('milk') }, { idempotencyKey: 'key-1' })

    expect(await call()).toMatchObject({ data: { status: 'pending_approval' } })
    const { data } = await call()
    const approval_id = String(data['approval_id'])
    await service.client.sessions.decide({
      params: { ...params, approval_id },
      body: { decision: 'approve' },
    })
    const made = await call()
    expect(made).toMatchObject({ data: { number: 1 }, error: null })
    expect(await call()).toEqual(made)
    expect(upstream.received).toHaveLength(1)
  })

  it.each([
    ['with wrong arguments', 200, { arguments: { text: 5 }, user_id: 'ada' }, 'NOTES_CREATE_NOTE'],
    ['of an unknown tool', 404, { arguments: { text: 'milk' } }, 'NOTES_WRITE'],
  ])('%s uses no key', async (_what, status, body, slug) => {
    verifies('idempotency.refused')
    const { service, upstream } = await start()
    const headers = { 'x-api-key': service.apiKey, 'idempotency-key': 'key-1' }
    const send = (given: unknown, to: string) =>
      service.request('POST', `/api/v3/tools/execute/${to}`, { body: given, headers })
    for (const _ of [1, 2]) {
      const refused = await send(body, slug)
      expect([refused.status, refused.headers.get('idempotent-replayed')]).toEqual([status, null])
    }
    const made = await send({ arguments: { text: 'milk' }, user_id: 'ada' }, 'NOTES_CREATE_NOTE')
    expect(made.body).toMatchObject({ data: { number: 1 } })
    expect(upstream.received).toHaveLength(1)
  })

  it('by the rules of the session is made once they allow it', async () => {
    verifies('idempotency.refused')
    const { service, upstream } = await start()
    const params = { session_id: await open(service, { toolkits: [] }) }
    const call = () =>
      service.client.sessions.execute({ params, body: note('milk') }, { idempotencyKey: 'key-1' })
    await expect(call()).rejects.toThrow()
    await service.client.sessions.update({ params, body: { toolkits: ['notes'] } })
    expect(await call()).toMatchObject({ error: null })
    expect(upstream.received).toHaveLength(1)
  })
})

describe('a call that was sent', () => {
  it('uses its key also where the account is lost, and no link to connect it can be made', async () => {
    verifies('idempotency.replay')
    const renewing = await startRenewing()
    const { service, connect, account, provider, userId } = renewing.begin()
    const id = await connect({ refresh_token: 'never-given' })
    const session_id = await open(service, {
      user_id: userId,
      connected_accounts: { notes: [id] },
    })
    // A link to this account needs a callback_url from now on, which the session does not name.
    await service.client.projects.updateConfig({ body: { require_connection_confirmation: true } })
    provider.refuseAccessTokens()
    const headers = { 'x-api-key': service.apiKey, 'idempotency-key': 'key-1' }
    const call = () =>
      service.request('POST', `/api/v3/tool_router/session/${session_id}/execute`, {
        body: { tool_slug: 'NOTES_LIST_NOTES', arguments: {} },
        headers,
      })

    const first = await call()
    expect(provider.calls).toHaveLength(1)
    expect((await account(id)).status).toBe('EXPIRED')
    expect(first).toMatchObject({
      status: 200,
      body: { error: expect.stringMatching(/EXPIRED.*No link could be made.*callback_url/) },
    })
    const second = await call()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
    expect(provider.calls).toHaveLength(1)
    await renewing.close()
  })
})

describe('a repeated multi-execute', () => {
  it('answers what was sent again, and makes what was refused', async () => {
    verifies('idempotency.batch')
    const { service, texts } = await start()
    const approvals = { tools: ['NOTES_DELETE_NOTE'] }
    const params = { session_id: await open(service, { approvals }) }
    const calls = many(note('milk'), note(5), {
      tool_slug: 'NOTES_DELETE_NOTE',
      arguments: { id: '1' },
    })
    const call = () =>
      service.client.sessions.execute({ params, body: calls }, { idempotencyKey: 'key-1' })

    const first = await call()
    expect(first.data).toMatchObject({
      results: [
        { successful: true, data: { number: 1 } },
        { successful: false },
        { data: { status: 'pending_approval' } },
      ],
    })
    const { items } = await service.client.sessions.approvals({ params })
    await service.client.sessions.decide({
      params: { ...params, approval_id: items[0]?.approval_id ?? '' },
      body: { decision: 'approve' },
    })
    for (const _ of [1, 2])
      expect((await call()).data).toMatchObject({
        results: [{ data: { number: 1 } }, { successful: false }, { data: { number: 2 } }],
      })
    expect(texts()).toEqual(['{"text":"milk"}', ''])
  })

  it('does not make a call at the place of another', async () => {
    verifies('idempotency.batch')
    const { service, texts } = await start()
    const params = { session_id: await open(service) }
    const call = (...notes: string[]) =>
      service.client.sessions.execute(
        { params, body: many(...notes.map(note)) },
        { idempotencyKey: 'key-1' },
      )
    await call('milk', 'bread')
    const { data } = await call('milk', 'beer')
    expect(data).toMatchObject({
      results: [
        { successful: true, data: { number: expect.any(Number) } },
        { successful: false, error: expect.stringContaining('different request') },
      ],
    })
    expect(texts().toSorted()).toEqual(['{"text":"bread"}', '{"text":"milk"}'])
  })

  it('goes on where a node died: known answers, unknown ones, and the rest', async () => {
    verifies('idempotency.batch')
    const { database, service, texts } = await start()
    const params = { session_id: await open(service) }
    const call = () =>
      service.client.sessions.execute(
        { params, body: many(note('one'), note('two')) },
        { idempotencyKey: 'key-1' },
      )
    const { handle } = await openServiceDatabase(database)
    const once = handle.withTables<{
      once: { name: string; outcome: string | null; lease_until: string }
    }>()
    // The request itself has no outcome of its own.
    const names = async () =>
      (await once.selectFrom('once').select('name').where('outcome', '<>', '').execute()).map(
        ({ name }) => name,
      )
    const before = new Set(await names())
    await call()
    const part = (await names()).find((name) => !before.has(name)) ?? ''
    // As if the node had died before this call was answered.
    await once
      .updateTable('once')
      .set({ outcome: null, lease_until: '2026-11-21T10:00:00.000Z' })
      .where('name', '=', part)
      .execute()

    const { data } = await call()
    const results = data['results']
    expect(Array.isArray(results) && new Set(results.map(({ error }) => error))).toEqual(
      new Set([null, expect.stringContaining('unknown')]),
    )
    expect(texts().toSorted()).toEqual(['{"text":"one"}', '{"text":"two"}'])
  })
})
