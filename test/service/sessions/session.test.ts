import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService({ status: ({ url }) => (url === '/notes/fail' ? 503 : 200) })
  await notes.connect('ada')
})
afterAll(() => notes.close())

const open = async (user: string, rules: Record<string, unknown> = {}) => {
  const { session_id } = await notes.service.client.sessions.create({
    body: { user_id: user, ...rules },
  })
  return { params: { session_id } }
}

describe('a session', () => {
  it('is got as it was made, and is gone when it is deleted', async () => {
    verifies(
      'sessions.create.answer',
      'sessions.create.minimum',
      'sessions.create.mcp-url',
      'sessions.get',
      'sessions.delete',
    )
    const made = await notes.service.client.sessions.create({
      body: { user_id: 'ada', manage_connections: { enable: true } },
    })
    const session = { params: { session_id: made.session_id } }
    expect(made).toMatchObject({
      session_id: expect.stringMatching(/^trs_/),
      tool_router_tools: expect.any(Array),
      config: { user_id: 'ada', manage_connections: { enabled: true } },
      experimental: expect.any(Object),
    })
    const { experimental: _onlyNow, ...kept } = made
    expect(await notes.service.client.sessions.get(session)).toEqual(kept)
    expect(made.mcp).toEqual({
      type: 'http',
      url: `${notes.service.url}/mcp/sessions/${made.session_id}`,
    })
    expect(await notes.service.client.sessions.delete(session)).toEqual({
      deleted: true,
      session_id: made.session_id,
    })
    await expect(notes.service.client.sessions.get(session)).rejects.toMatchObject({ status: 404 })
    await expect(
      notes.service.client.sessions.execute({
        ...session,
        body: { tool_slug: 'NOTES_LIST_NOTES' },
      }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('needs a user', async () => {
    verifies('sessions.create.user')
    expect(
      (
        await notes.service.request('POST', '/api/v3/tool_router/session', {
          body: { manage_connections: { enable: true } },
        })
      ).status,
    ).toBe(400)
  })

  it.each([
    ['ftp://example.com', 400],
    ['/back', 400],
    ['https://user:password@example.com/back', 400],
    ['https://user@example.com/back', 400],
    ['https://example.com/back?from=agent', 201],
    ['http://127.0.0.1:3000/back', 201],
  ])('with the callback_url %s is answered %i', async (callback_url, status) => {
    verifies('sessions.manage-connections.callback')
    const answer = await notes.service.request('POST', '/api/v3/tool_router/session', {
      body: { user_id: 'ada', manage_connections: { enable: true, callback_url } },
    })
    expect(answer.status).toBe(status)
    if (status === 201)
      expect(answer.body.config.manage_connections.callback_url).toBe(callback_url)
  })

  it('of another project is unknown', async () => {
    const { params } = await open('ada')
    const other = await notes.service.client.projects.create({
      body: { name: 'Another one', should_create_api_key: true },
    })
    const answer = await notes.service.request(
      'GET',
      `/api/v3/tool_router/session/${params.session_id}`,
      { headers: { 'x-api-key': other.api_key ?? '' } },
    )
    const unknown = await notes.service.request('GET', `/api/v3/tool_router/session/trs_unknown`, {
      headers: { 'x-api-key': other.api_key ?? '' },
    })
    expect([answer.status, unknown.status]).toEqual([404, 404])
  })

  it('keeps the tools it was created with', async () => {
    verifies('sessions.versions')
    await importToolkit(notes.service, {
      slug: 'changing',
      source: { openapi: openNotesApi(notes.upstream.url) },
    })
    const before = await open('ada', { toolkits: ['changing'] })
    const { '/export': _gone, ...paths } = notesApi(notes.upstream.url).paths as Record<
      string,
      object
    >
    const changed = {
      ...openNotesApi(notes.upstream.url),
      paths: {
        ...paths,
        '/tags': {
          get: {
            operationId: 'listTags',
            summary: 'List tags',
            responses: { 200: { description: 'ok' } },
          },
        },
      },
    }
    const report = await importToolkit(notes.service, {
      slug: 'changing',
      source: { openapi: changed },
    })
    expect(report.difference).toMatchObject({
      added: ['CHANGING_LIST_TAGS'],
      removed: ['CHANGING_EXPORT_ARCHIVE'],
      changed: [],
      unchanged: 4,
    })

    const after = await open('ada', { toolkits: ['changing'] })
    const { sessions } = notes.service.client
    const run = (session: typeof before, slug: string) =>
      sessions.execute({ ...session, body: { tool_slug: slug } }).then(
        (result) => result.error,
        (error: { slug: string }) => error.slug,
      )
    expect(await run(before, 'CHANGING_EXPORT_ARCHIVE')).toBeNull()
    expect(await run(before, 'CHANGING_LIST_TAGS')).toBe('not_found')
    expect(await run(after, 'CHANGING_LIST_TAGS')).toBeNull()
    expect(await run(after, 'CHANGING_EXPORT_ARCHIVE')).toBe('not_found')
  })

  it('does not see a toolkit that came later', async () => {
    const session = await open('ada')
    await importToolkit(notes.service, {
      slug: 'late',
      source: { openapi: openNotesApi(notes.upstream.url) },
    })
    await expect(
      notes.service.client.sessions.execute({ ...session, body: { tool_slug: 'LATE_LIST_NOTES' } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(
      (
        await notes.service.client.sessions.execute({
          ...(await open('ada')),
          body: { tool_slug: 'LATE_LIST_NOTES' },
        })
      ).error,
    ).toBeNull()
  })
})

/** The key that the upstream received of a call; an answer does not repeat it. */
const sentKey = ({ error }: { error: string | null }) =>
  error === null ? notes.upstream.received.at(-1)?.headers['x-notes-key'] : undefined

describe('the account of a call', () => {
  it('is the newest of the user, unless the session or the call names another', async () => {
    verifies(
      'sessions.account.choice',
      'sessions.account.logged',
      'sessions.connected-accounts',
      'sessions.connected-accounts.forms',
    )
    const first = await notes.connect('carol', 'carol-first-key')
    const second = await notes.connect('carol', 'carol-second-key')
    const keyOf = async (session: { params: { session_id: string } }, account?: string) =>
      sentKey(
        await notes.service.client.sessions.execute({
          ...session,
          body: { tool_slug: 'NOTES_LIST_NOTES', ...(account && { account }) },
        }),
      )

    expect(await keyOf(await open('carol'))).toBe('carol-second-key')
    expect(await keyOf(await open('carol', { connected_accounts: { notes: first } }))).toBe(
      'carol-first-key',
    )
    expect(await keyOf(await open('carol'), first)).toBe('carol-first-key')
    const both = await open('carol', { connected_accounts: { notes: [first, second] } })
    expect(await keyOf(both)).toBe('carol-first-key')
    expect((await notes.service.client.sessions.get(both)).config.connected_accounts).toEqual({
      notes: [first, second],
    })
    expect(
      (
        await notes.service.client.sessions.get(
          await open('carol', { connected_accounts: { notes: first } }),
        )
      ).config.connected_accounts,
    ).toEqual({ notes: first })
    const { items } = await notes.service.client.logs.list({
      query: { session_ids: [both.params.session_id] },
    })
    expect(items[0]?.connected_account_id).toBe(first)
  })

  it('is never one of another user', async () => {
    verifies('sessions.account.own', 'sessions.execute.no-connection')
    const account = await notes.connect('dave')
    const result = await notes.service.client.sessions.execute({
      ...(await open('erin')),
      body: { tool_slug: 'NOTES_LIST_NOTES', account },
    })
    expect(result.error).toContain('has no connected account')
    const unconnected = await notes.service.client.sessions.execute({
      ...(await open('erin')),
      body: { tool_slug: 'NOTES_LIST_NOTES' },
    })
    expect(unconnected).toMatchObject({
      data: { toolkit: 'notes', redirect_url: expect.stringContaining('/connect/') },
      error: expect.stringContaining('/connect/'),
    })
    const unmanaged = await notes.service.client.sessions.execute({
      ...(await open('erin', { manage_connections: false })),
      body: { tool_slug: 'NOTES_LIST_NOTES' },
    })
    expect(unmanaged).toMatchObject({
      data: { toolkit: 'notes' },
      error: expect.not.stringContaining('/connect/'),
    })
  })

  it('must be named where the session says so and there are several', async () => {
    verifies('sessions.account.explicit')
    const first = await notes.connect('tove', 'tove-first-key')
    const session = await open('tove', { multi_account: { require_explicit_selection: true } })
    expect((await notes.service.client.sessions.get(session)).config.multi_account).toEqual({
      require_explicit_selection: true,
    })
    const call = (more: Record<string, unknown> = {}) =>
      notes.service.client.sessions.execute({
        ...session,
        body: { tool_slug: 'NOTES_LIST_NOTES', ...more },
      })
    expect(sentKey(await call())).toBe('tove-first-key')
    const second = await notes.connect('tove', 'tove-second-key')
    const before = notes.upstream.received.length
    const refused = await call()
    expect(refused.error).toContain(first)
    expect(refused.error).toContain(second)
    expect(refused.data).toMatchObject({ connected_accounts: [{ id: second }, { id: first }] })
    expect(notes.upstream.received).toHaveLength(before)
    expect(sentKey(await call({ account: first }))).toBe('tove-first-key')
    expect(
      (
        await notes.service.client.sessions.execute({
          ...(await open('tove', {
            multi_account: { require_explicit_selection: true },
            connected_accounts: { notes: first },
          })),
          body: { tool_slug: 'NOTES_LIST_NOTES' },
        })
      ).error,
    ).toBeNull()
    expect(
      (
        await notes.service.client.sessions.execute({
          ...(await open('tove', { multi_account: { require_explicit_selection: false } })),
          body: { tool_slug: 'NOTES_LIST_NOTES' },
        })
      ).error,
    ).toBeNull()
  })

  it('is one under the auth config of the session', async () => {
    verifies('sessions.auth-configs')
    await notes.connect('ursula', 'ursula-default-key')
    const { auth_config } = await notes.service.client.authConfigs.create({
      body: { toolkit: { slug: 'notes' } },
    })
    const keyOf = async () =>
      sentKey(
        await notes.service.client.sessions.execute({
          ...(await open('ursula', { auth_configs: { notes: auth_config.id } })),
          body: { tool_slug: 'NOTES_LIST_NOTES' },
        }),
      )
    expect(await keyOf()).toBeUndefined()
    await notes.service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: 'ursula',
          state: { authScheme: 'API_KEY', val: { generic_api_key: 'ursula-other-key' } },
        },
      },
    })
    await notes.connect('ursula', 'ursula-newest-key')
    expect(await keyOf()).toBe('ursula-other-key')
    await notes.service.client.authConfigs.delete({ params: { nanoid: auth_config.id } })
  })

  it('is none that is switched off, or whose auth config is', async () => {
    const account = await notes.connect('frank')
    const session = await open('frank')
    const failure = async () =>
      (
        await notes.service.client.sessions.execute({
          ...session,
          body: { tool_slug: 'NOTES_LIST_NOTES' },
        })
      ).error
    expect(await failure()).toBeNull()
    await notes.service.client.connectedAccounts.setStatus({
      params: { nanoid: account },
      body: { enabled: false },
    })
    expect(await failure()).toContain('no active connection')
    await notes.service.client.connectedAccounts.setStatus({
      params: { nanoid: account },
      body: { enabled: true },
    })
    expect(await failure()).toBeNull()
    await notes.service.client.authConfigs.setStatus({
      params: { nanoid: notes.authConfigId, status: 'disabled' },
    })
    expect(await failure()).toContain('no active connection')
    await notes.service.client.authConfigs.setStatus({
      params: { nanoid: notes.authConfigId, status: 'ENABLED' },
    })
    await notes.service.client.authConfigs.update({
      params: { nanoid: notes.authConfigId },
      body: { type: 'custom', is_enabled_for_tool_router: false },
    })
    expect(await failure()).toContain('no active connection')
    await notes.service.client.authConfigs.update({
      params: { nanoid: notes.authConfigId },
      body: { type: 'custom', is_enabled_for_tool_router: true },
    })
  })

  it('follows what its auth config lets it run', async () => {
    const update = (tools: string[]) =>
      notes.service.client.authConfigs.update({
        params: { nanoid: notes.authConfigId },
        body: { type: 'custom', tool_access_config: { tools_available_for_execution: tools } },
      })
    await update(['NOTES_GET_NOTE'])
    const { sessions } = notes.service.client
    const session = await open('ada')
    expect(
      (await sessions.execute({ ...session, body: { tool_slug: 'NOTES_LIST_NOTES' } })).error,
    ).toContain('does not allow NOTES_LIST_NOTES')
    expect(
      (
        await sessions.execute({
          ...session,
          body: { tool_slug: 'NOTES_GET_NOTE', arguments: { id: '1' } },
        })
      ).error,
    ).toBeNull()
    await update([])
  })
})

describe('search', () => {
  it('answers everything that an agent needs for its next step', async () => {
    verifies(
      'sessions.search.order',
      'sessions.search.model',
      'sessions.search.slugs',
      'sessions.search.plan-fields',
      'sessions.search.connections',
      'sessions.search.schemas',
      'sessions.search.time-info',
      'sessions.search.session',
      'sessions.search.next-steps',
    )
    const answer = await notes.service.client.sessions.search({
      ...(await open('ada')),
      body: {
        queries: [
          { use_case: 'write a new note', known_fields: 'text:hello' },
          { use_case: 'remove a note' },
        ],
        model: 'no-such-model',
      },
    })
    expect(answer).toMatchObject({ success: true, error: null })
    expect(answer.results.map((result) => result.index)).toEqual([1, 2])
    expect(answer.results[1]?.primary_tool_slugs.length).toBeGreaterThan(0)
    const [slug = ''] = answer.results[0]?.primary_tool_slugs ?? []
    expect(answer.tool_schemas[slug]).toMatchObject({
      tool_slug: slug,
      hasFullSchema: true,
      input_schema: { type: 'object' },
    })
    expect(
      answer.toolkit_connection_statuses.find(({ toolkit }) => toolkit === 'notes'),
    ).toMatchObject({ has_active_connection: true })
    expect(Date.parse(answer.time_info.current_time_utc)).toBe(
      Math.floor(Date.parse(answer.time_info.current_time_utc)),
    )
    expect(answer.time_info.current_time_utc_epoch_seconds).toBe(
      Math.floor(Date.parse(answer.time_info.current_time_utc) / 1000),
    )
    expect(answer.session).toEqual({
      id: expect.stringMatching(/^trs_/),
      generate_id: false,
      instructions: expect.any(String),
    })
    expect(answer.next_steps_guidance.length).toBeGreaterThan(0)
    expect(answer.results.map((result) => result.use_case)).toEqual([
      'write a new note',
      'remove a note',
    ])
    for (const result of answer.results)
      for (const field of [
        'plan_id',
        'recommended_plan_steps',
        'known_pitfalls',
        'difficulty',
        'execution_guidance',
        'memory',
      ])
        expect(result).not.toHaveProperty(field)
    for (const [key, schema] of Object.entries(answer.tool_schemas)) {
      expect(schema.tool_slug).toBe(key)
      if (schema.hasFullSchema) expect(schema.schemaRef).toBeUndefined()
      else
        expect({ ...schema, input_schema: schema.input_schema }).toMatchObject({
          input_schema: undefined,
          schemaRef: {
            tool: 'SVC_GET_TOOL_SCHEMAS',
            args: { tool_slugs: [key] },
            message: expect.any(String),
          },
        })
    }
  })

  it('says which connection is missing', async () => {
    verifies('sessions.search.connections')
    const answer = await notes.service.client.sessions.search({
      ...(await open('nobody')),
      body: { queries: [{ use_case: 'create a note' }] },
    })
    expect(
      answer.toolkit_connection_statuses.find(({ toolkit }) => toolkit === 'notes'),
    ).toMatchObject({ has_active_connection: false })
    expect(
      answer.toolkit_connection_statuses.find(({ toolkit }) => toolkit === 'notes'),
    ).not.toHaveProperty('connection_details')
    expect(answer.next_steps_guidance[0]).toContain('notes')
  })

  it('takes at most seven queries', async () => {
    verifies('sessions.search.queries')
    const session = await open('ada')
    const queries = Array.from({ length: 8 }, () => ({ use_case: 'x' }))
    await expect(
      notes.service.client.sessions.search({ ...session, body: { queries } }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(
      notes.service.client.sessions.search({ ...session, body: { queries: [] } }),
    ).rejects.toMatchObject({ status: 400 })
    expect(
      (
        await notes.service.client.sessions.search({
          ...session,
          body: { queries: queries.slice(1) },
        })
      ).results,
    ).toHaveLength(7)
  })

  it('finds nothing for words that no tool knows, and says what to do', async () => {
    const answer = await notes.service.client.sessions.search({
      ...(await open('ada')),
      body: { queries: [{ use_case: 'xyzzy plugh' }] },
    })
    expect(answer.results[0]).toMatchObject({ primary_tool_slugs: [], related_tool_slugs: [] })
    expect(answer.next_steps_guidance[0]).toContain('Search again')
  })
})

describe('multi-execute', () => {
  it('answers each call on its own and in order', async () => {
    verifies('sessions.multi-execute', 'sessions.execute')
    const { data, error } = await notes.service.client.sessions.execute({
      ...(await open('ada')),
      body: {
        tool_slug: 'SVC_MULTI_EXECUTE_TOOL',
        arguments: {
          tools: [
            { tool_slug: 'OPEN_GET_NOTE', arguments: { id: '1' } },
            { tool_slug: 'NO_SUCH_TOOL' },
            { tool_slug: 'NOTES_GET_NOTE', arguments: {} },
            { tool_slug: 'NOTES_GET_NOTE', arguments: { id: '4' } },
          ],
        },
      },
    })
    expect(error).toBeNull()
    const results = data['results'] as {
      successful: boolean
      error: string | null
      data: Record<string, unknown>
    }[]
    expect(results.map(({ successful }) => successful)).toEqual([true, false, false, true])
    expect(results[3]?.data).toEqual({ url: '/notes/4', key: '[redacted]' })
    expect(results[2]?.error).toContain('`id` is required')
  })

  it('names what is wrong with its own arguments', async () => {
    const result = await notes.service.client.sessions.executeMeta({
      ...(await open('ada')),
      body: { slug: 'SVC_MULTI_EXECUTE_TOOL', arguments: { tools: [] } },
    })
    expect(result.error).toContain('tools')
  })
})

describe('execute', () => {
  it('takes a tool or a meta tool, in any letter case', async () => {
    verifies('sessions.execute')
    const session = await open('ada')
    const { sessions } = notes.service.client
    expect(await sessions.execute({ ...session, body: { tool_slug: 'open_list_notes' } })).toEqual({
      data: { url: '/notes', key: null },
      error: null,
      log_id: expect.stringMatching(/^log_/),
    })
    expect(
      await sessions.execute({
        ...session,
        body: {
          tool_slug: 'svc_search_tools',
          arguments: { queries: [{ use_case: 'list notes' }] },
        },
      }),
    ).toMatchObject({
      data: { success: true },
      error: null,
      log_id: expect.stringMatching(/^log_/),
    })
  })

  it('answers what the third party refused with its status and body', async () => {
    verifies('sessions.execute.upstream-failure')
    const result = await notes.service.client.sessions.execute({
      ...(await open('ada')),
      body: { tool_slug: 'OPEN_GET_NOTE', arguments: { id: 'fail' } },
    })
    expect(result).toMatchObject({
      data: { status: 503, body: { url: '/notes/fail' } },
      error: expect.stringContaining('503'),
    })
  })

  it('answers bad arguments with the issues', async () => {
    verifies('sessions.execute.bad-arguments')
    const before = notes.upstream.received.length
    const result = await notes.service.client.sessions.execute({
      ...(await open('ada')),
      body: { tool_slug: 'OPEN_CREATE_NOTE', arguments: { pinned: 'yes' } },
    })
    expect(result).toMatchObject({
      data: {
        issues: expect.arrayContaining([
          expect.stringContaining('`text`'),
          expect.stringContaining('pinned'),
        ]),
      },
      error: expect.stringContaining('not valid'),
    })
    expect(notes.upstream.received).toHaveLength(before)
  })

  it('answers an unknown tool with 404', async () => {
    verifies('sessions.execute.unknown-tool')
    await expect(
      notes.service.client.sessions.execute({
        ...(await open('ada')),
        body: { tool_slug: 'NOTES_NO_SUCH_TOOL' },
      }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe('execute_meta', () => {
  it('takes a meta tool only', async () => {
    verifies('sessions.execute-meta')
    const session = await open('ada')
    const { sessions } = notes.service.client
    expect(
      await sessions.executeMeta({
        ...session,
        body: { slug: 'SVC_SEARCH_TOOLS', arguments: { queries: [{ use_case: 'list notes' }] } },
      }),
    ).toMatchObject({ data: { success: true }, error: null })
    await expect(
      sessions.executeMeta({ ...session, body: { slug: 'OPEN_LIST_NOTES' } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('answers the complete schemas of tools, whatever their size', async () => {
    verifies('sessions.get-tool-schemas', 'sessions.search.schemas')
    const fields = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `field_${index}`,
        { type: 'string', description: 'One of the many fields of a large form' },
      ]),
    )
    const form = {
      post: {
        operationId: 'submitReturn',
        summary: 'Submit the yearly return',
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: fields } } },
        },
        responses: { 200: { description: 'ok' } },
      },
    }
    const {
      components: _none,
      security: _neither,
      ...document
    } = notesApi(notes.upstream.url, { '/form': form })
    await importToolkit(notes.service, { slug: 'taxes', source: { openapi: document } })
    const session = await open('ada', { toolkits: ['taxes'] })
    const found = await notes.service.client.sessions.search({
      ...session,
      body: { queries: [{ use_case: 'submit the yearly return' }] },
    })
    const [slug = ''] = found.results[0]?.primary_tool_slugs ?? []
    expect(found.tool_schemas[slug]).toEqual({
      toolkit: 'taxes',
      tool_slug: slug,
      description: expect.any(String),
      tags: expect.any(Array),
      approval: 'never',
      hasFullSchema: false,
      schemaRef: {
        tool: 'SVC_GET_TOOL_SCHEMAS',
        args: { tool_slugs: [slug] },
        message: expect.any(String),
      },
    })
    const { data } = await notes.service.client.sessions.executeMeta({
      ...session,
      body: { slug: 'SVC_GET_TOOL_SCHEMAS', arguments: { tool_slugs: [slug, 'NO_SUCH_TOOL'] } },
    })
    expect(data).toMatchObject({
      tool_schemas: {
        [slug]: {
          hasFullSchema: true,
          input_schema: { type: 'object' },
          output_schema: { type: 'object' },
        },
      },
      not_found: ['NO_SUCH_TOOL'],
    })
    expect(JSON.stringify(data['tool_schemas'])).toContain('field_299')
  })
})

describe('the toolkits of a session', () => {
  const list = async (
    rules: Record<string, unknown>,
    query: Record<string, unknown> = {},
    user = 'ada',
  ) => notes.service.client.sessions.toolkits({ ...(await open(user, rules)), query })
  const only = { toolkits: ['notes', 'open'] }

  it('are answered with their connections, in pages', async () => {
    verifies('sessions.toolkits.items', 'sessions.toolkits.account')
    const page = await list(only, { limit: 1 })
    expect(page).toMatchObject({
      total_items: 2,
      total_pages: 2,
      current_page: 1,
      next_cursor: expect.any(String),
    })
    expect(page.items).toEqual([
      {
        name: 'Notes',
        slug: 'notes',
        enabled: true,
        is_no_auth: false,
        svc_managed_auth_schemes: [],
        meta: { logo: expect.any(String), description: 'Keeps notes' },
        connected_account: {
          id: expect.stringMatching(/^ca_/),
          user_id: 'ada',
          status: 'ACTIVE',
          identity: null,
          verification: 'none',
          verified_at: null,
          created_at: expect.any(String),
          auth_config: { id: notes.authConfigId, auth_scheme: 'API_KEY', is_svc_managed: false },
        },
      },
    ])
    const next = await list(only, { cursor: page.next_cursor })
    expect(next.items).toMatchObject([{ slug: 'open', is_no_auth: true, connected_account: null }])
    expect(next.next_cursor).toBeNull()
  })

  it.each([
    [1000, 200],
    [1001, 400],
    [0, 400],
  ])('with limit %i are answered %i', async (limit, status) => {
    verifies('sessions.toolkits.limit')
    const { params } = await open('ada')
    expect(
      (
        await notes.service.request(
          'GET',
          `/api/v3/tool_router/session/${params.session_id}/toolkits?limit=${limit}`,
        )
      ).status,
    ).toBe(status)
  })

  it('may be named in the query, past the configuration', async () => {
    verifies('sessions.toolkits.override')
    const { items } = await list({ toolkits: ['open'] }, { toolkits: ['notes', 'open'] })
    expect(items.map(({ slug, enabled }) => [slug, enabled])).toEqual([
      ['notes', false],
      ['open', true],
    ])
  })

  it('may be the connected ones only', async () => {
    verifies('sessions.toolkits.connected')
    expect((await list(only, { is_connected: true })).items.map(({ slug }) => slug)).toEqual([
      'notes',
    ])
    expect((await list(only, { is_connected: true }, 'nobody')).items).toEqual([])
    expect((await list(only, {}, 'nobody')).items).toHaveLength(2)
  })

  it('are found by name, slug and description', async () => {
    verifies('sessions.toolkits.search')
    expect((await list(only, { search: 'OPE' })).items.map(({ slug }) => slug)).toEqual(['open'])
    expect((await list(only, { search: 'keeps' })).items).toHaveLength(2)
    expect((await list(only, { search: 'calendar' })).items).toEqual([])
  })
})
