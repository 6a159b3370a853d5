import { describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

type Recipe = Record<string, unknown>

const recipeOf = (url: string, change: Recipe = {}): Recipe => ({
  recipe: 1,
  slug: 'notes',
  name: 'Notes',
  description: { kind: 'openapi', base_url: url },
  auth: [
    {
      scheme: 'API_KEY',
      fields: [
        { name: 'workspace' },
        { name: 'team', required: false },
        { name: 'folder', required: false },
      ],
    },
  ],
  requests: {
    headers: {
      'Notes-Version': '2026-11-01',
      'Notes-Workspace': 'ws/{account.workspace}',
      'Notes-Team': '{account.team}',
    },
    parameters: [
      { name: 'tag', value: ['{account.workspace}', 'work'], mode: 'default' },
      { name: 'folder', value: '{account.folder}', applies_to: ['createNote'] },
      { name: 'pinned', value: true },
    ],
    hidden: [{ name: 'silent' }],
  },
  ...change,
})

const description = (url: string, body: Record<string, unknown>) => {
  const document = notesApi(url)
  const { schema } = document.paths['/notes'].post.requestBody.content['application/json']
  Object.assign(schema, body)
  Object.assign(schema.properties, { folder: { type: 'string' }, silent: { type: 'boolean' } })
  return document
}

const startNotes = async (change: Recipe = {}, body: Record<string, unknown> = {}) => {
  const upstream = await startUpstream((_request, response) => json(response, 200, { id: 'n1' }))
  const service = await startService({ egressAllow: [upstream.host] })
  await importToolkit(service, {
    source: { openapi: description(upstream.url, body) },
    recipe: recipeOf(upstream.url, change),
  })
  const { auth_config: authConfig } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' } },
  })
  const connect = (user: string, values: Record<string, string>) =>
    service.client.connectedAccounts.create({
      body: {
        auth_config: { id: authConfig.id },
        connection: {
          user_id: user,
          state: { authScheme: 'API_KEY', val: { generic_api_key: 'k-12345678', ...values } },
        },
      },
    })
  const execute = (slug: string, user: string, args: Record<string, unknown> = {}) =>
    service.client.tools.execute({
      params: { tool_slug: slug },
      body: { user_id: user, arguments: args },
    })
  return { upstream, service, connect, execute }
}

describe('what a recipe supplies', () => {
  it('is sent with each call, filled from the account', async () => {
    verifies('executions.supplied')
    const { upstream, service, connect, execute } = await startNotes()
    await connect('ada', { workspace: 'w 1', folder: 'inbox' })
    expect(await execute('NOTES_CREATE_NOTE', 'ada', { text: 'x' })).toMatchObject({ error: null })
    const [created] = upstream.received
    expect(JSON.parse(created?.body ?? '')).toEqual({ text: 'x', folder: 'inbox', pinned: true })
    expect(created?.headers).toMatchObject({
      'notes-version': '2026-11-01',
      'notes-workspace': 'ws/w 1',
    })
    // The account has no team, so there is no such header.
    expect(created?.headers).not.toHaveProperty('notes-team')

    await execute('NOTES_LIST_NOTES', 'ada')
    await execute('NOTES_LIST_NOTES', 'ada', { tag: ['mine'] })
    expect(upstream.received.slice(1).map(({ url }) => url)).toEqual([
      '/notes?tag=w%201&tag=work',
      '/notes?tag=mine',
    ])

    // Models see none of it: neither in the tool, nor in the log.
    const tool = await service.client.tools.get({ params: { tool_slug: 'NOTES_CREATE_NOTE' } })
    expect(Object.keys(tool.input_parameters['properties'] ?? {})).toEqual(['text'])
    const { items } = await service.client.logs.list({ query: {} })
    expect(JSON.stringify(items)).not.toContain('inbox')
  })

  it('cannot be replaced by a caller, also where a body takes any argument', async () => {
    verifies('executions.supplied')
    const closed = await startNotes()
    await closed.connect('ada', { workspace: 'w1', folder: 'inbox' })
    const given = { text: 'x', pinned: false }
    expect((await closed.execute('NOTES_CREATE_NOTE', 'ada', given)).error).toContain('pinned')
    expect(closed.upstream.received).toEqual([])

    const open = await startNotes({}, { additionalProperties: true })
    await open.connect('ada', { workspace: 'w1', folder: 'inbox' })
    await open.execute('NOTES_CREATE_NOTE', 'ada', { ...given, colour: 'red' })
    expect(JSON.parse(open.upstream.received[0]?.body ?? '')).toEqual({
      text: 'x',
      pinned: true,
      folder: 'inbox',
      colour: 'red',
    })
  })

  it('is an error that names the value where the account lacks it', async () => {
    verifies('executions.supplied')
    const { upstream, connect, execute } = await startNotes()
    await connect('ada', { workspace: 'w1' })
    const { error, data } = await execute('NOTES_CREATE_NOTE', 'ada', { text: 'x' })
    expect(error).toContain('"folder"')
    expect(error).toContain('Connect the account again')
    expect(data).toEqual({ missing_value: 'folder' })
    expect(upstream.received).toEqual([])
  })

  it('never holds a secret, whatever its name', async () => {
    verifies('executions.supplied')
    const { upstream, connect, execute } = await startNotes({
      // The scheme is that of the description: nothing is known of its fields beforehand.
      auth: [],
      requests: { parameters: [{ name: 'folder', value: '{account.generic_api_key}' }] },
    })
    await connect('ada', {})
    const { error } = await execute('NOTES_CREATE_NOTE', 'ada', { text: 'x' })
    expect(error).toContain('"generic_api_key"')
    expect(upstream.received).toEqual([])
  })

  it('adds the headers to proxied requests, where the caller gives no other', async () => {
    verifies('executions.supplied')
    const { upstream, service, connect } = await startNotes()
    const { id } = await connect('ada', { workspace: 'w1' })
    const proxy = (parameters: { name: string; value: string; type: 'header' }[]) =>
      service.client.tools.proxy({
        body: { connected_account_id: id, endpoint: '/notes', method: 'GET', parameters },
      })
    await proxy([])
    await proxy([{ name: 'notes-version', value: '2025-01-01', type: 'header' }])
    expect(upstream.received.map(({ headers }) => headers['notes-version'])).toEqual([
      '2026-11-01',
      '2025-01-01',
    ])
    expect(upstream.received[0]?.headers['notes-workspace']).toBe('ws/w1')
  })
})
