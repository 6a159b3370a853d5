import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { notesSecret, startNotesService, type NotesService } from '../../support/notes-service.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
  await notes.connect('ada')
})
afterAll(() => notes.close())

const open = async (user: string, rules: Record<string, unknown> = {}) => {
  const { session_id } = await notes.service.client.sessions.create({ body: { user_id: user, ...rules } })
  return { params: { session_id } }
}

describe('a session', () => {
  it('is got as it was made, and is gone when it is deleted', async () => {
    const made = await notes.service.client.sessions.create({ body: { user_id: 'ada', toolkits: ['notes'] } })
    const session = { params: { session_id: made.session_id } }
    expect(await notes.service.client.sessions.get(session)).toEqual(made)
    expect(made.mcp).toEqual({ type: 'http', url: `${notes.service.url}/mcp/sessions/${made.session_id}` })
    expect(await notes.service.client.sessions.delete(session)).toEqual({ deleted: true, session_id: made.session_id })
    await expect(notes.service.client.sessions.get(session)).rejects.toMatchObject({ status: 404 })
    await expect(notes.service.client.sessions.execute({ ...session, body: { tool_slug: 'NOTES_LIST_NOTES' } })).rejects.toMatchObject({ status: 404 })
  })

  it('lists its meta tools with complete schemas', async () => {
    const { items } = await notes.service.client.sessions.tools(await open('ada'))
    expect(items.map((tool) => tool.slug)).toEqual(['SVC_SEARCH_TOOLS', 'SVC_GET_TOOL_SCHEMAS', 'SVC_MULTI_EXECUTE_TOOL'])
    for (const tool of items) expect(tool.input_parameters).toMatchObject({ type: 'object', properties: expect.any(Object) })
  })

  it('of another project is unknown', async () => {
    const { params } = await open('ada')
    const other = await notes.service.client.projects.create({ body: { name: 'Another one', should_create_api_key: true } })
    const answer = await notes.service.request('GET', `/api/v3/tool_router/session/${params.session_id}`, { headers: { 'x-api-key': other.api_key ?? '' } })
    const unknown = await notes.service.request('GET', `/api/v3/tool_router/session/trs_unknown`, { headers: { 'x-api-key': other.api_key ?? '' } })
    expect([answer.status, unknown.status]).toEqual([404, 404])
  })

  it('keeps the tools it was created with', async () => {
    await importToolkit(notes.service, { slug: 'changing', source: { openapi: openNotesApi(notes.upstream.url) } })
    const before = await open('ada', { toolkits: ['changing'] })
    const { '/export': _gone, ...paths } = notesApi(notes.upstream.url).paths as Record<string, object>
    const changed = {
      ...openNotesApi(notes.upstream.url),
      paths: { ...paths, '/tags': { get: { operationId: 'listTags', summary: 'List tags', responses: { 200: { description: 'ok' } } } } },
    }
    const report = await importToolkit(notes.service, { slug: 'changing', source: { openapi: changed } })
    expect(report.difference).toMatchObject({ added: ['CHANGING_LIST_TAGS'], removed: ['CHANGING_EXPORT_ARCHIVE'], changed: [], unchanged: 4 })

    const after = await open('ada', { toolkits: ['changing'] })
    const { sessions } = notes.service.client
    const run = (session: typeof before, slug: string) => sessions.execute({ ...session, body: { tool_slug: slug } }).then((result) => result.error, (error: { slug: string }) => error.slug)
    expect(await run(before, 'CHANGING_EXPORT_ARCHIVE')).toBeNull()
    expect(await run(before, 'CHANGING_LIST_TAGS')).toBe('not_found')
    expect(await run(after, 'CHANGING_LIST_TAGS')).toBeNull()
    expect(await run(after, 'CHANGING_EXPORT_ARCHIVE')).toBe('not_found')
  })

  it('does not see a toolkit that came later', async () => {
    const session = await open('ada')
    await importToolkit(notes.service, { slug: 'late', source: { openapi: openNotesApi(notes.upstream.url) } })
    await expect(notes.service.client.sessions.execute({ ...session, body: { tool_slug: 'LATE_LIST_NOTES' } })).rejects.toMatchObject({ status: 404 })
    expect((await notes.service.client.sessions.execute({ ...(await open('ada')), body: { tool_slug: 'LATE_LIST_NOTES' } })).error).toBeNull()
  })
})

describe('the account of a call', () => {
  it('is the newest of the user, unless the session or the call names another', async () => {
    const first = await notes.connect('carol', 'carol-first-key')
    const second = await notes.connect('carol', 'carol-second-key')
    const keyOf = async (session: { params: { session_id: string } }, account?: string) => {
      const { data } = await notes.service.client.sessions.execute({ ...session, body: { tool_slug: 'NOTES_LIST_NOTES', ...(account && { account }) } })
      return data['key']
    }
    expect(await keyOf(await open('carol'))).toBe('carol-second-key')
    expect(await keyOf(await open('carol', { connected_accounts: { notes: first } }))).toBe('carol-first-key')
    expect(await keyOf(await open('carol'), first)).toBe('carol-first-key')
    expect(await keyOf(await open('carol', { connected_accounts: { notes: [first, second] } }))).toBe('carol-first-key')
  })

  it('is never one of another user', async () => {
    const account = await notes.connect('dave')
    const result = await notes.service.client.sessions.execute({ ...(await open('erin')), body: { tool_slug: 'NOTES_LIST_NOTES', account } })
    expect(result.error).toContain('no active connection')
  })

  it('is none that is switched off, or whose auth config is', async () => {
    const account = await notes.connect('frank')
    const session = await open('frank')
    const failure = async () => (await notes.service.client.sessions.execute({ ...session, body: { tool_slug: 'NOTES_LIST_NOTES' } })).error
    expect(await failure()).toBeNull()
    await notes.service.client.connectedAccounts.setStatus({ params: { nanoid: account }, body: { enabled: false } })
    expect(await failure()).toContain('no active connection')
    await notes.service.client.connectedAccounts.setStatus({ params: { nanoid: account }, body: { enabled: true } })
    expect(await failure()).toBeNull()
    await notes.service.client.authConfigs.setStatus({ params: { nanoid: notes.authConfigId, status: 'disabled' } })
    expect(await failure()).toContain('no active connection')
    await notes.service.client.authConfigs.setStatus({ params: { nanoid: notes.authConfigId, status: 'ENABLED' } })
    await notes.service.client.authConfigs.update({ params: { nanoid: notes.authConfigId }, body: { type: 'custom', is_enabled_for_tool_router: false } })
    expect(await failure()).toContain('no active connection')
    await notes.service.client.authConfigs.update({ params: { nanoid: notes.authConfigId }, body: { type: 'custom', is_enabled_for_tool_router: true } })
  })

  it('follows what its auth config lets it run', async () => {
    const update = (tools: string[]) =>
      notes.service.client.authConfigs.update({ params: { nanoid: notes.authConfigId }, body: { type: 'custom', tool_access_config: { tools_available_for_execution: tools } } })
    await update(['NOTES_GET_NOTE'])
    const { sessions } = notes.service.client
    const session = await open('ada')
    expect((await sessions.execute({ ...session, body: { tool_slug: 'NOTES_LIST_NOTES' } })).error).toContain('does not allow NOTES_LIST_NOTES')
    expect((await sessions.execute({ ...session, body: { tool_slug: 'NOTES_GET_NOTE', arguments: { id: '1' } } })).error).toBeNull()
    await update([])
  })
})

describe('search', () => {
  it('answers everything that an agent needs for its next step', async () => {
    const answer = await notes.service.client.sessions.search({ ...(await open('ada')), body: { queries: [{ use_case: 'write a new note', known_fields: 'text:hello' }, { use_case: 'remove a note' }], model: 'no-such-model' } })
    expect(answer).toMatchObject({ success: true, error: null })
    expect(answer.results.map((result) => result.index)).toEqual([1, 2])
    expect(answer.results[1]?.primary_tool_slugs.length).toBeGreaterThan(0)
    const [slug = ''] = answer.results[0]?.primary_tool_slugs ?? []
    expect(answer.tool_schemas[slug]).toMatchObject({ tool_slug: slug, hasFullSchema: true, input_schema: { type: 'object' } })
    expect(answer.toolkit_connection_statuses.find(({ toolkit }) => toolkit === 'notes')).toMatchObject({ has_active_connection: true })
    expect(Date.parse(answer.time_info.current_time_utc)).toBe(Math.floor(Date.parse(answer.time_info.current_time_utc)))
    expect(answer.next_steps_guidance.length).toBeGreaterThan(0)
  })

  it('says which connection is missing', async () => {
    const answer = await notes.service.client.sessions.search({ ...(await open('nobody')), body: { queries: [{ use_case: 'create a note' }] } })
    expect(answer.toolkit_connection_statuses.find(({ toolkit }) => toolkit === 'notes')).toMatchObject({ has_active_connection: false })
    expect(answer.next_steps_guidance[0]).toContain('notes')
  })

  it('takes at most seven queries', async () => {
    const session = await open('ada')
    const queries = Array.from({ length: 8 }, () => ({ use_case: 'x' }))
    await expect(notes.service.client.sessions.search({ ...session, body: { queries } })).rejects.toMatchObject({ status: 400 })
  })

  it('finds nothing for words that no tool knows, and says what to do', async () => {
    const answer = await notes.service.client.sessions.search({ ...(await open('ada')), body: { queries: [{ use_case: 'xyzzy plugh' }] } })
    expect(answer.results[0]).toMatchObject({ primary_tool_slugs: [], related_tool_slugs: [] })
    expect(answer.next_steps_guidance[0]).toContain('Search again')
  })
})

describe('multi-execute', () => {
  it('answers each call on its own and in order', async () => {
    const { data, error } = await notes.service.client.sessions.execute({
      ...(await open('ada')),
      body: {
        tool_slug: 'SVC_MULTI_EXECUTE_TOOL',
        arguments: { tools: [{ tool_slug: 'OPEN_GET_NOTE', arguments: { id: '1' } }, { tool_slug: 'NO_SUCH_TOOL' }, { tool_slug: 'NOTES_GET_NOTE', arguments: {} }, { tool_slug: 'NOTES_GET_NOTE', arguments: { id: '4' } }] },
      },
    })
    expect(error).toBeNull()
    const results = data['results'] as { successful: boolean; error: string | null; data: Record<string, unknown> }[]
    expect(results.map(({ successful }) => successful)).toEqual([true, false, false, true])
    expect(results[3]?.data).toEqual({ url: '/notes/4', key: notesSecret })
    expect(results[2]?.error).toContain('`id` is required')
  })

  it('names what is wrong with its own arguments', async () => {
    const result = await notes.service.client.sessions.executeMeta({ ...(await open('ada')), body: { slug: 'SVC_MULTI_EXECUTE_TOOL', arguments: { tools: [] } } })
    expect(result.error).toContain('tools')
  })
})
