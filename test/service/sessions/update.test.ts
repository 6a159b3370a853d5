import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionConfig } from '../../../src/contract/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { engine, startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { listen } from '../mcp/protocol/speak.ts'

let shared: SharedDatabase
let upstream: Upstream
let service: TestService
/** On PostgreSQL there are two. */
let nodes: string[]
let close: () => Promise<void>
beforeAll(async () => {
  upstream = await startUpstream((_, response) => json(response, 200, {}), { keep: true })
  shared = await createSharedDatabase({ keep: true })
  const start = () =>
    startService({ database: shared.database, egressAllow: [upstream.host], keep: true })
  const first = await start()
  const started = [first, ...(engine === 'postgres' ? [await start()] : [])]
  service = first
  nodes = started.map(({ url }) => url)
  close = async () => void (await Promise.all(started.map((node) => node.close())))
  await importToolkit(service, { slug: 'notes', source: { openapi: notesApi(upstream.url) } })
  await importToolkit(service, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
})
afterAll(async () => {
  await close()
  await shared.remove()
  await upstream.close()
})

type Answer = {
  status: number
  body: {
    config: SessionConfig
    config_version: number
    warnings?: string[]
    error?: { errors?: string[]; message: string }
  }
}

const send = async (method: string, path: string, body: unknown, node = 0): Promise<Answer> => {
  const url = `${nodes[node % nodes.length]}/api/v3/tool_router/session/${path}`
  const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const patch = (id: string, body: unknown, node?: number) => send('PATCH', id, body, node)

const open = async (rules: Record<string, unknown> = {}) =>
  (await service.client.sessions.create({ body: { user_id: 'ada', ...rules } })).session_id

const read = (id: string) => service.client.sessions.get({ params: { session_id: id } })

describe('the configuration of a session', () => {
  it('changes in what is supplied, and has a version that grows', async () => {
    verifies('sessions.update', 'sessions.update.version')
    const id = await open({ toolkits: ['notes'], tags: ['readOnlyHint'], auth_configs: {} })
    const before = await read(id)
    expect(before.config_version).toBe(1)
    const { status, body } = await patch(id, { toolkits: { disable: ['notes'] } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      session_id: id,
      config_version: 2,
      mcp: before.mcp,
      experimental: { assistive_prompt: expect.any(String) },
    })
    expect(body.config).toEqual({ ...before.config, toolkits: { disabled: ['notes'] } })
    const { experimental: _answeredNow, ...kept } = body as Answer['body'] & {
      experimental: unknown
    }
    expect(await read(id)).toEqual(kept)
    expect((await patch(id, {})).body.config_version).toBe(3)
  })

  it('is at first what creation makes of the same body', async () => {
    verifies('sessions.update')
    const rules = {
      toolkits: ['notes', 'open'],
      manage_connections: { enable: false, callback_url: 'https://app.example.com/back' },
      tools: { notes: { disable: ['notes_delete_note'], tags: ['readOnlyHint'] } },
      tags: { enable: ['readOnlyHint'], disable: ['destructiveHint'] },
      workbench: { enable: false, enable_proxy_execution: false, auto_offload_threshold: 5 },
      approvals: { tools: ['notes_create_note'], offer_links: false },
      multi_account: { require_explicit_selection: true },
      answers: { paging: false, select: true, offload: false },
      auth_configs: {},
      connected_accounts: {},
    }
    const [made, changed] = [await read(await open(rules)), await patch(await open(), rules)]
    expect(changed.body.config).toEqual(made.config)
  })

  it('keeps the fields of its settings that are not supplied, and goes back to what it was without one that is null', async () => {
    verifies('sessions.update.settings', 'sessions.update.null')
    const id = await open({
      toolkits: ['notes'],
      workbench: { auto_offload_threshold: 5 },
      manage_connections: { callback_url: 'https://app.example.com/back' },
      approvals: { tools: ['NOTES_CREATE_NOTE'] },
    })
    const { config } = (
      await patch(id, {
        workbench: { enable: false },
        manage_connections: false,
        approvals: { offer_links: false },
      })
    ).body
    expect(config).toMatchObject({
      toolkits: { enabled: ['notes'] },
      workbench: { enable: false, auto_offload_threshold: 5 },
      manage_connections: { enabled: false, callback_url: 'https://app.example.com/back' },
      approvals: { tools: ['NOTES_CREATE_NOTE'], offer_links: false },
    })
    const nothing = {
      toolkits: null,
      auth_configs: null,
      connected_accounts: null,
      manage_connections: null,
      tools: null,
      tags: null,
      workbench: null,
      approvals: null,
      multi_account: null,
      answers: null,
    }
    expect((await patch(id, nothing)).body.config).toEqual((await read(await open())).config)
  })

  it('holds at once for every door', async () => {
    verifies('sessions.update.in-force')
    const id = await open()
    const call = () =>
      service.client.sessions.execute({
        params: { session_id: id },
        body: { tool_slug: 'OPEN_LIST_NOTES' },
      })
    expect((await call()).error).toBeNull()
    const { body } = await patch(id, { toolkits: ['notes'], workbench: { enable: false } })
    expect(body).not.toMatchObject({
      tool_router_tools: expect.arrayContaining(['SVC_REMOTE_WORKBENCH']),
    })
    await expect(call()).rejects.toMatchObject({ slug: 'forbidden' })
    await patch(id, { toolkits: { enable: ['open'] } })
    expect((await call()).error).toBeNull()
  })

  it('is refused where creation would refuse it, and nothing of it changes', async () => {
    verifies('sessions.update.references', 'conventions.misspelt-fields', 'conventions.warnings')
    const id = await open({ toolkits: ['notes'] })
    await importToolkit(service, { slug: 'later', source: { openapi: openNotesApi(upstream.url) } })
    for (const body of [
      { toolkits: ['unknown'] },
      { toolkits: ['later'] },
      { tools: { notes: ['NOTES_UNKNOWN'] } },
      { auth_configs: { notes: 'ac_unknown' } },
      { connected_accounts: { notes: 'ca_unknown' } },
      { approvals: { tools: ['UNKNOWN'] } },
      { toolkits: { enable: ['notes'], disable: ['open'] } },
      { toolkit: ['open'] },
      { tags: { enabel: [] } },
      { if_config_version: 'x' },
      { if_config_version: 0 },
    ]) {
      expect((await patch(id, body)).status, JSON.stringify(body)).toBe(400)
    }
    const unknown = await patch(id, { preload: {}, user_id: 'bob' })
    expect(unknown).toMatchObject({
      status: 200,
      body: {
        config: { user_id: 'ada' },
        warnings: [
          'body.preload: is unknown and has no effect',
          'body.user_id: is unknown and has no effect',
        ],
      },
    })
    expect(await read(id)).toMatchObject({
      config: { toolkits: { enabled: ['notes'] } },
      config_version: 2,
    })
    expect((await patch('trs_unknown', {})).status).toBe(404)
  })

  it('changes only in the version that the caller names: of several who read the same one succeeds', async () => {
    verifies('sessions.update.if-version')
    const id = await open()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        patch(
          id,
          { if_config_version: 1, workbench: { auto_offload_threshold: index + 1 } },
          index,
        ),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(await read(id)).toMatchObject({
      config_version: 2,
      config: { workbench: { auto_offload_threshold: winner + 1 } },
    })
    expect(answers.find(({ status }) => status === 409)?.body.error?.message).toContain(
      'has version 2, not 1',
    )
  })

  it('loses none of several changes at once', async () => {
    verifies('sessions.update.races')
    const changes = [
      { toolkits: ['notes'] },
      { tags: ['readOnlyHint'] },
      { workbench: { enable: false } },
      { workbench: { auto_offload_threshold: 7 } },
      { multi_account: { require_explicit_selection: true } },
      { approvals: { offer_links: false } },
    ]
    for (let round = 0; round < 3; round++) {
      const id = await open()
      const answers = await Promise.all(changes.map((change, index) => patch(id, change, index)))
      expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
      expect(answers.map(({ body }) => body.config_version).toSorted()).toEqual([2, 3, 4, 5, 6, 7])
      expect((await patch(id, {})).body.config).toMatchObject({
        toolkits: { enabled: ['notes'] },
        tags: { enabled: ['readOnlyHint'] },
        workbench: { enable: false, auto_offload_threshold: 7 },
        multi_account: { require_explicit_selection: true },
        approvals: { offer_links: false },
      })
    }
  })

  it('is told to clients of the Model Context Protocol that listen at any node', async () => {
    verifies('sessions.update.mcp')
    const id = await open({ toolkits: ['notes'] })
    const key = { headers: { 'x-api-key': service.apiKey } }
    const listeners = await Promise.all(
      nodes.map((url) => listen(`${url}/mcp/sessions/${id}`, { toolsListChanged: true }, key)),
    )
    for (const { next } of listeners)
      expect(await next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
    await patch(id, { toolkits: ['open'] })
    for (const { next } of listeners)
      expect(await next()).toMatchObject({ method: 'notifications/tools/list_changed' })
    await Promise.all(listeners.map(({ close }) => close()))
  })
})

describe('the custom tools of a session', () => {
  const tool = (slug: string, description = slug) => ({
    slug,
    name: slug,
    description,
    input_schema: { type: 'object', properties: {} },
  })
  const attach = async (id: string, experimental: unknown, node?: number) => {
    const { status, body } = await send('POST', `${id}/attach`, { experimental }, node)
    return {
      status,
      ...(body as unknown as {
        experimental?: {
          custom_tools?: { slug: string; description: string }[]
          custom_toolkits?: { slug: string; tools: { slug: string }[] }[]
        }
        error?: { message: string }
      }),
    }
  }

  it('are those that all processes attached, each slug once', async () => {
    verifies('sessions.attach', 'sessions.attach.merge')
    const id = await open()
    const slugs = Array.from({ length: 6 }, (_, index) => `tool_${index}`)
    const answers = await Promise.all(
      slugs.map((slug, index) =>
        attach(
          id,
          {
            custom_tools: [tool(slug), tool('shared', `of ${slug}`)],
            custom_toolkits: [
              { slug: 'kit', name: 'Kit', description: 'Kit', tools: [tool(slug)] },
            ],
          },
          index,
        ),
      ),
    )
    for (const [index, { status, experimental }] of answers.entries()) {
      expect(status).toBe(200)
      expect(experimental?.custom_tools?.slice(0, 2).map(({ slug }) => slug)).toEqual([
        `LOCAL_TOOL_${index}`,
        'LOCAL_SHARED',
      ])
    }
    const { experimental } = await attach(id, { custom_tools: [tool('shared', 'of the last')] })
    expect(experimental?.custom_tools?.map(({ slug }) => slug).toSorted()).toEqual([
      'LOCAL_SHARED',
      ...slugs.map((_, index) => `LOCAL_TOOL_${index}`),
    ])
    expect(experimental?.custom_tools?.[0]?.description).toBe('of the last')
    expect(experimental?.custom_toolkits).toMatchObject([{ slug: 'kit', tools: { length: 6 } }])
    expect((await read(id)).config_version).toBe(1)
  })

  it('are replaced by a list that a change supplies', async () => {
    verifies('sessions.update.custom-tools')
    const id = await open({
      experimental: {
        assistive_prompt_config: { user_timezone: 'Europe/Vienna' },
        custom_tools: [tool('a'), tool('b')],
        custom_toolkits: [{ slug: 'kit', name: 'Kit', description: 'Kit', tools: [tool('c')] }],
      },
    })
    const { body } = await patch(id, { experimental: { custom_tools: [tool('b')] } })
    expect(body).toMatchObject({
      config_version: 2,
      experimental: {
        assistive_prompt: expect.stringContaining('Europe/Vienna'),
        custom_tools: [{ slug: 'LOCAL_B' }],
        custom_toolkits: [{ tools: [{ slug: 'LOCAL_KIT_C' }] }],
      },
    })
    expect(
      (
        await patch(id, {
          experimental: {
            custom_tools: [tool('b')],
            custom_toolkits: [{ slug: 'notes', name: 'N', description: 'D', tools: [] }],
          },
        })
      ).status,
    ).toBe(400)
  })

  it('are at most a thousand, whoever attaches them', async () => {
    verifies('sessions.attach.bounds')
    const id = await open({
      experimental: { custom_tools: Array.from({ length: 999 }, (_, index) => tool(`a_${index}`)) },
    })
    expect((await attach(id, { custom_tools: [tool('b')] })).status).toBe(200)
    expect(await attach(id, { custom_tools: [tool('c')] })).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('the limit is 1000') },
    })
    expect((await attach(id, { custom_tools: [tool('b', 'again')] })).status).toBe(200)
  })
})
