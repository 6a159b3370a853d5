import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient, type Client } from '../../../src/client/index.ts'
import type { Activity } from '../../../src/contract/activity.ts'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { startNotesService } from '../../support/notes-service.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { authority, startReceiver } from '../../support/start-receiver.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startRenewing } from '../accounts/start-renewing.ts'
import { startService } from '../../support/start-service.ts'

type Query = { after?: number; last?: number }

/** Notes what a stream brings until the end of the test. */
const watch = async (client: Client, query: Query = {}) => {
  const over = new AbortController()
  onTestFinished(() => over.abort())
  const items: Activity[] = []
  const stream = await client.logs.activity({ query }, { signal: over.signal })
  const read = async () => {
    for await (const { data } of stream) items.push(data)
  }
  void read().catch(() => undefined)
  return { items, position: Number(stream.position), close: () => over.abort() }
}

const startNotes = async (options: Parameters<typeof startNotesService>[0] = {}) => {
  const notes = await startNotesService(options)
  onTestFinished(notes.close)
  return notes
}

describe('the stream of what happens', () => {
  it('brings calls, searches, events and deliveries as they happen', async () => {
    verifies('activity.stream')
    const receiver = await startReceiver(() => ({ status: 200 }))
    const upstream = await startUpstream((_, response) => json(response, 200, {}))
    const service = await startService({
      egressAllow: [upstream.host, receiver.host],
      extraCa: authority,
    })
    await importToolkit(service, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
    const { client } = service
    await client.webhookSubscriptions.create({
      body: {
        webhook_url: `${receiver.url}/hook-secret`,
        enabled_events: ['svc.approval.requested'],
      },
    })
    const { session_id } = await client.sessions.create({
      body: { user_id: 'ada', approvals: { tools: ['OPEN_CREATE_NOTE'] } },
    })
    const { items } = await watch(client)
    const params = { session_id }
    await client.sessions.search({ params, body: { queries: [{ use_case: 'write a note' }] } })
    const call = { tool_slug: 'OPEN_CREATE_NOTE', arguments: { text: 'Buy milk' } }
    await client.sessions.execute({ params, body: call })
    await client.tools.execute({
      params: { tool_slug: 'OPEN_LIST_NOTES' },
      body: { user_id: 'bea', arguments: {} },
    })
    const summaries = () =>
      items.map(({ type, outcome, user_id }) => `${type} ${outcome} ${user_id}`).toSorted()
    await expect
      .poll(summaries)
      .toEqual([
        'approval pending ada',
        'call error ada',
        'call success bea',
        'delivery success ada',
        'search success ada',
      ])
    const of = (type: Activity['type']) => items.find((item) => item.type === type)
    expect(of('search')).toMatchObject({ text: 'write a note', session_id })
    expect(of('call')?.subject_id).toMatch(/^log_/)
    expect(of('approval')).toMatchObject({
      event: 'svc.approval.requested',
      tool_slug: 'OPEN_CREATE_NOTE',
      session_id,
    })
    // The path of an address may hold a secret.
    expect(of('delivery')?.text).toContain(new URL(receiver.url).host)
    expect(JSON.stringify(items)).not.toContain('hook-secret')
  })

  it('says when a credential was renewed', async () => {
    verifies('activity.stream')
    const renewing = await startRenewing()
    onTestFinished(renewing.close)
    const { connect, call, pass, service, userId } = renewing.begin()
    await connect()
    pass(3250)
    await call()
    const { items } = await watch(service.client, { last: 200 })
    await expect
      .poll(() => items.filter(({ type }) => type === 'refresh'))
      .toMatchObject([{ outcome: 'success', user_id: userId, toolkit: 'notes', text: null }])
  })

  it('begins with earlier items, and resumes after a position', async () => {
    verifies('activity.resume')
    const { service } = await startNotes()
    const { client } = service
    const call = (user_id: string) =>
      client.tools.execute({
        params: { tool_slug: 'OPEN_LIST_NOTES' },
        body: { user_id, arguments: {} },
      })
    for (const user of ['one', 'two', 'three']) await call(user)
    const users = (items: Activity[]) => items.map(({ user_id }) => user_id)

    const last = await watch(client, { last: 2 })
    await expect.poll(() => users(last.items)).toEqual(['two', 'three'])
    const none = await watch(client)
    await call('four')
    await expect.poll(() => users(last.items)).toEqual(['two', 'three', 'four'])
    await expect.poll(() => users(none.items)).toEqual(['four'])
    none.close()

    await call('five')
    const resumed = await watch(client, { after: none.position })
    await expect.poll(() => users(resumed.items)).toEqual(['four', 'five'])
    expect(resumed.items[0]?.id).toBe(none.items[0]?.id)
    expect((await service.request('GET', '/api/v3/logs/activity?after=x')).status).toBe(400)
    expect((await service.request('GET', '/api/v3/logs/activity?last=201')).status).toBe(400)
  })

  it('shows its own project, 20 times on a node', async () => {
    verifies('activity.bounds')
    const { service } = await startNotes()
    const other = await createProject(service, 'Other project')
    const foreign = await watch(other.client, { last: 200 })
    const streams = [await watch(service.client, { last: 10 })]
    await service.client.tools.execute({
      params: { tool_slug: 'OPEN_LIST_NOTES' },
      body: { user_id: 'ada', arguments: {} },
    })
    await expect.poll(() => streams[0]?.items.length).toBe(1)
    expect(foreign.items).toEqual([])
    while (streams.length < 20) streams.push(await watch(service.client))
    await expect(watch(service.client)).rejects.toMatchObject({ slug: 'rate_limited' })
    streams.pop()?.close()
    await expect
      .poll(() =>
        watch(service.client).then(
          () => 'open',
          () => 'refused',
        ),
      )
      .toBe('open')
  })

  it('keeps searches encrypted, and without text where the project stores no data', async () => {
    verifies('activity.stored')
    const shared = await createSharedDatabase()
    const service = await startService({ database: shared.database })
    const { client } = service
    const { session_id } = await client.sessions.create({ body: { user_id: 'ada' } })
    const search = (use_case: string) =>
      client.sessions.search({ params: { session_id }, body: { queries: [{ use_case }] } })
    const { items } = await watch(client)
    await search('find the hidden treasure')
    await expect.poll(() => items.map(({ text }) => text)).toEqual(['find the hidden treasure'])
    await client.projects.updateConfig({ body: { log_visibility_setting: 'dont_store_data' } })
    await expect
      .poll(async () => {
        await search('another treasure')
        return items.at(-1)?.text
      })
      .toBe(null)
    expect(JSON.stringify(await shared.query('select * from activity'))).not.toContain('treasure')
  })
})

describe('the log of executions', () => {
  it('is searched by a part of the tool or of the error, in any letter case', async () => {
    verifies('logs.search')
    const { service } = await startNotes({
      status: ({ url }) => (url.includes('100%') ? 404 : 200),
    })
    const call = (tool_slug: string, args: Record<string, unknown>) =>
      service.client.tools.execute({
        params: { tool_slug },
        body: { user_id: 'ada', arguments: args },
      })
    await call('OPEN_LIST_NOTES', {})
    await call('OPEN_CREATE_NOTE', { text: 'x' })
    const found = async (search: string) =>
      (await service.client.logs.list({ query: { search } })).items.map(
        ({ tool_slug }) => tool_slug,
      )
    expect(await found('list_')).toEqual(['OPEN_LIST_NOTES'])
    expect(await found('open')).toEqual(['OPEN_CREATE_NOTE', 'OPEN_LIST_NOTES'])
    expect(await found('%')).toEqual([])
    expect(await found('create%note')).toEqual([])
    expect((await service.client.logs.list({ query: { search: 'list' } })).total_items).toBe(1)
  })
})

describe('on another node', () => {
  it.skipIf(process.env['PLUGBOARD_TEST_ENGINE'] !== 'postgres')('is followed too', async () => {
    verifies('activity.stream')
    const shared = await createSharedDatabase()
    const first = await startService({ database: shared.database })
    const second = await startService({ database: shared.database })
    const { items } = await watch(createClient({ baseUrl: second.url, apiKey: first.apiKey }))
    const { session_id } = await first.client.sessions.create({ body: { user_id: 'ada' } })
    await first.client.sessions.search({
      params: { session_id },
      body: { queries: [{ use_case: 'write a note' }] },
    })
    await expect.poll(() => items.map(({ type }) => type)).toEqual(['search'])
  })
})
