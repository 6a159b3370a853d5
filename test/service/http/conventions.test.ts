import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/service/config/config.ts'
import { commonErrors, errorTable } from '../../../src/contract/errors.ts'
import { verifies } from '../../requirements.ts'
import { specified } from '../../requirements/operations.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { operations } from '../../contract/operations.ts'
import { sendRaw } from './send-raw.ts'

let notes: NotesService
let service: TestService
beforeAll(async () => {
  notes = await startNotesService()
  service = notes.service
})
afterAll(() => notes.close())

const createSession = (body: object) =>
  service.request('POST', '/api/v3/tool_router/session', { body: { user_id: 'ada', ...body } })

describe('ids and timestamps', () => {
  it('are a prefix with at least 96 random bits, and ISO 8601', async () => {
    verifies('conventions.ids', 'conventions.ids.prefix', 'conventions.timestamps')
    const account = await service.client.connectedAccounts.get({
      params: { nanoid: await notes.connect('ada') },
    })
    const session = await createSession({})
    const { log_id } = await service.client.tools.execute({
      params: { tool_slug: 'OPEN_LIST_NOTES' },
      body: { user_id: 'ada' },
    })
    const project = await service.client.projects.create({ body: { name: 'Another project' } })

    // 17 letters and digits hold 101 bits.
    for (const [prefix, id] of [
      ['ac', notes.authConfigId],
      ['ca', account.id],
      ['trs', session.body.session_id],
      ['log', log_id],
      ['pr', project.id],
    ]) {
      expect(id).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{17,}$`))
    }
    expect(new Date(account.created_at).toISOString()).toBe(account.created_at)
  })
})

describe('pages', () => {
  it('lead from one to the next', async () => {
    verifies('conventions.page', 'conventions.page.walk', 'conventions.cursor')
    const all = (await service.client.tools.list({ query: { toolkit_slug: ['notes'] } })).items.map(
      ({ slug }) => slug,
    )
    const walked: string[] = []
    let pages = 0
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await service.request(
        'GET',
        `/api/v3/tools?toolkit_slug=notes&limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      )
      pages += 1
      expect(page.body).toEqual({
        items: expect.any(Array),
        next_cursor: pages < Math.ceil(all.length / 2) ? expect.any(String) : null,
        total_pages: Math.ceil(all.length / 2),
        current_page: pages,
        total_items: all.length,
      })
      if (page.body.next_cursor)
        expect(Buffer.from(page.body.next_cursor, 'base64').toString()).toBe(`${pages + 1}.2`)
      walked.push(...page.body.items.map(({ slug }: { slug: string }) => slug))
      cursor = page.body.next_cursor
    }
    expect(walked).toEqual(all)
  })

  it('have 20 items unless asked otherwise, and at most 1000', async () => {
    verifies('conventions.page.default', 'conventions.page.limit')
    const many = {
      paths: Object.fromEntries(
        Array.from({ length: 25 }, (_, index) => [
          `/thing${index}`,
          {
            get: {
              operationId: `getThing${index}`,
              summary: 'Get it',
              responses: { 200: { description: 'ok' } },
            },
          },
        ]),
      ),
    }
    await importToolkit(service, {
      slug: 'many',
      source: { openapi: { ...openNotesApi(notes.upstream.url), ...many } },
    })
    expect((await service.request('GET', '/api/v3/tools?toolkit_slug=many')).body).toMatchObject({
      items: { length: 20 },
      total_items: 25,
    })

    const session = (await createSession({})).body.session_id
    for (const path of [
      'triggers_types',
      `tool_router/session/${session}/toolkits`,
      'toolkits',
      'connected_accounts',
      'auth_configs',
      'logs/tool_executions',
    ]) {
      expect((await service.request('GET', `/api/v3/${path}?limit=1000`)).status, path).toBe(200)
      for (const limit of ['1001', '0', '-1', '1.5', 'x'])
        expect(
          (await service.request('GET', `/api/v3/${path}?limit=${limit}`)).status,
          `${path} ${limit}`,
        ).toBe(400)
    }
  })

  it('refuse a cursor that none of them gave', async () => {
    verifies('conventions.cursor')
    for (const text of [
      '',
      'x',
      '0.20',
      '1.0',
      '-1.20',
      '1.1001',
      '99999999.20',
      '1.20.3',
      '1e3.20',
      '{"page":1}',
    ]) {
      const { status } = await service.request(
        'GET',
        `/api/v3/toolkits?cursor=${encodeURIComponent(Buffer.from(text).toString('base64'))}`,
      )
      expect(status, text).toBe(text === '' ? 200 : 400)
    }
  })
})

it('a request that is not valid has its first issues in the message', async () => {
  verifies('conventions.messages')
  const messageOf = async (path: string, body: unknown) => {
    const answer = await service.request('POST', `/api/v3/${path}`, { body })
    expect(answer.status).toBe(400)
    return answer.body.error.message
  }
  const notValid = 'The body of the request is not valid:'
  expect(await messageOf('tool_router/session', { user_id: '' })).toBe(
    `${notValid} body.user_id: must not be empty`,
  )
  expect(await messageOf('tool_router/session', {})).toBe(`${notValid} body.user_id: is required`)
  const link = { user_id: 'ada', auth_config_id: 'ac_1', callback_url: 'app.example.com/x' }
  expect(await messageOf('connected_accounts/link', link)).toContain(
    'body.callback_url: must be a complete URL such as https://',
  )
  const tags = { user_id: 'ada', tags: Array.from({ length: 50 }, () => 'x'.repeat(5000)) }
  const many = await messageOf('tool_router/session', { ...tags, toolkits: 5, tools: 5 })
  expect(many).toMatch(/; and \d+ more$|^.{1,500}$/)
  expect(many.length).toBeLessThan(500)
})

describe('fields that are not known', () => {
  it('are ignored in a query and a body', async () => {
    verifies('conventions.unknown-fields')
    expect(
      (await service.request('GET', '/api/v3/toolkits?colour=red&__proto__[x]=1')).status,
    ).toBe(200)
    expect(
      (await service.request('POST', '/api/v3/toolkits/multi', { body: { colour: 'red' } })).body,
    ).not.toHaveProperty('warnings')
  })

  it('are refused in a query where they resemble one that is known', async () => {
    verifies('conventions.misspelt-query')
    for (const [path, field, meant] of [
      ['connected_accounts?user_id=nobody', 'user_id', 'user_ids'],
      ['connected_accounts?user_ids=ada&userIds[]=nobody', 'userIds', 'user_ids'],
      ['trigger_instances/active?trigger_name=NOTES_MADE', 'trigger_name', 'trigger_names'],
      ['tools?toolkit_slugs=notes', 'toolkit_slugs', 'toolkit_slug'],
      ['approvals?session_id=trs_1', 'session_id', 'session_ids'],
    ]) {
      const answer = await service.request('GET', `/api/v3/${path}`)
      const error = `query.${field}: is unknown; did you mean "${meant}"?`
      expect([answer.status, answer.body.error.errors], path).toEqual([400, [error]])
      expect(answer.body.error.message).toContain(error)
    }
    for (const path of ['connected_accounts?colour=red', 'toolkits?utm_source=docs&_=1'])
      expect((await service.request('GET', `/api/v3/${path}`)).status, path).toBe(200)
  })

  it('are named in the answer where the body restricts, as long as they resemble none that is known', async () => {
    verifies('conventions.warnings')
    const { status, body } = await createSession({
      preload: { tools: [] },
      sandbox: {},
      workbench: { colour: 'red' },
      manage_connections: { later: 1 },
    })
    expect(status).toBe(201)
    const warnings = ['preload', 'sandbox', 'workbench.colour', 'manage_connections.later'].map(
      (path) => `body.${path}: is unknown and has no effect`,
    )
    expect(body.warnings.toSorted()).toEqual(warnings.toSorted())
    expect((await createSession({ workbench: { enable: true } })).body).not.toHaveProperty(
      'warnings',
    )
    const open = { credential: 'a', credentials: 'b' }
    const config = await service.request('POST', '/api/v3/auth_configs', {
      body: { toolkit: { slug: 'notes' }, auth_config: { shared_credentials: open, later: 1 } },
    })
    expect([config.status, config.body.warnings]).toEqual([
      201,
      ['body.auth_config.later: is unknown and has no effect'],
    ])
    const changed = await service.request(
      'PATCH',
      `/api/v3/auth_configs/${config.body.auth_config.id}`,
      { body: { type: 'custom', later: 1 } },
    )
    expect([changed.status, changed.body.warnings]).toEqual([
      200,
      ['body.later: is unknown and has no effect'],
    ])
    const server = await service.request('POST', '/api/v3/mcp/servers/custom', {
      body: { name: 'With a warning', toolkits: ['notes'], later: 1 },
    })
    expect([server.status, server.body.warnings]).toEqual([
      201,
      ['body.later: is unknown and has no effect'],
    ])
  })

  it('are answered again with an answer that is given again', async () => {
    const headers = { 'x-api-key': service.apiKey, 'idempotency-key': 'warned' }
    const create = () =>
      service.request('POST', '/api/v3/tool_router/session', {
        headers,
        body: { user_id: 'ada', preload: {} },
      })
    const first = await create()
    expect(first.body.warnings).toHaveLength(1)
    expect((await create()).body).toEqual(first.body)
  })

  it('are refused where the body restricts and they resemble one that is known', async () => {
    verifies('conventions.misspelt-fields')
    const refused: [string, string, Record<string, unknown>, string, string][] = [
      [
        'POST',
        'tool_router/session',
        { user_id: 'ada', toolkit: ['notes'] },
        'body.toolkit',
        'toolkits',
      ],
      [
        'POST',
        'tool_router/session',
        { user_id: 'ada', connectedAccounts: {} },
        'body.connectedAccounts',
        'connected_accounts',
      ],
      [
        'POST',
        'tool_router/session',
        { user_id: 'ada', toolkits: { enabel: ['notes'] } },
        'body.toolkits.enabel',
        'enable',
      ],
      [
        'POST',
        'tool_router/session',
        { user_id: 'ada', multi_account: { requireExplicitSelection: true } },
        'body.multi_account.requireExplicitSelection',
        'require_explicit_selection',
      ],
      [
        'POST',
        'auth_configs',
        { toolkit: { slug: 'notes' }, auth_config: { restrict_to_following_tool: ['A'] } },
        'body.auth_config.restrict_to_following_tool',
        'restrict_to_following_tools',
      ],
      [
        'POST',
        'auth_configs',
        {
          toolkit: { slug: 'notes' },
          auth_config: { tool_access_config: { toolsAvailableForExecution: [] } },
        },
        'body.auth_config.tool_access_config.toolsAvailableForExecution',
        'tools_available_for_execution',
      ],
      [
        'PATCH',
        'auth_configs/ac_unknown',
        { type: 'custom', restrictToFollowingTools: ['A'] },
        'body.restrictToFollowingTools',
        'restrict_to_following_tools',
      ],
      [
        'POST',
        'mcp/servers',
        { name: 'Misspelt', auth_config_ids: [], allowed_tool: ['A'] },
        'body.allowed_tool',
        'allowed_tools',
      ],
      [
        'POST',
        'mcp/servers/custom',
        { name: 'Misspelt', toolkits: ['notes'], allowedTools: ['A'] },
        'body.allowedTools',
        'allowed_tools',
      ],
      [
        'PATCH',
        'mcp/6f1c2a34-9b7d-4e58-a1c0-3d2e5f708192',
        { alowed_tools: ['A'] },
        'body.alowed_tools',
        'allowed_tools',
      ],
      [
        'POST',
        'trigger_instances/NOTES_MADE/upsert',
        { trigger_configs: {} },
        'body.trigger_configs',
        'trigger_config',
      ],
    ]
    for (const [method, path, body, field, meant] of refused) {
      const answer = await service.request(method, `/api/v3/${path}`, { body })
      expect([answer.status, answer.body.error.errors], field).toEqual([
        400,
        [`${field}: is unknown; did you mean "${meant}"?`],
      ])
    }
  })

  it('are refused where there are very many', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`unknown_${index}`, 1]),
    )
    expect((await createSession(many)).status).toBe(400)
  })

  it('are refused where they would open what was meant to be shut', async () => {
    verifies('conventions.unknown-policy-fields')
    for (const policy of [
      { toolkits: { enabel: ['notes'] } },
      { tools: { notes: { disabel: [] } } },
      { tags: { enabel: [] } },
      { manage_connections: { enabel: true } },
      { approvals: { tool: ['NOTES_CREATE_NOTE'] } },
      // Also beside one that is right, and further inside.
      { toolkits: { enable: ['notes'], disabel: ['open'] } },
      { tools: { notes: { enable: ['NOTES_LIST_NOTES'], tag: ['readOnlyHint'] } } },
      { tools: { notes: { tags: { disabel: ['destructiveHint'] } } } },
      { tags: { enabled: ['readOnlyHint'], disabel: ['destructiveHint'] } },
      { manage_connections: { enable: false, callback: 'https://example.com' } },
      { approvals: { tools: [], tag: ['destructiveHint'] } },
    ]) {
      expect((await createSession(policy)).status, JSON.stringify(policy)).toBe(400)
    }
  })
})

describe('a body', () => {
  it('is a JSON object, or left out', async () => {
    verifies('conventions.body-object')
    const post = (path: string, body?: string) =>
      fetch(`${service.url}/api/v3/${path}`, {
        method: 'POST',
        headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      })
    for (const path of [
      'toolkits/multi',
      'mcp/servers/custom',
      'trigger_instances/NOTES_MADE/upsert',
      'tools/execute/OPEN_LIST_NOTES',
    ]) {
      for (const body of ['null', '[]', '"text"', '7', 'true']) {
        const answer = await post(path, body)
        const { error } = (await answer.json()) as { error: { slug: string; errors: string[] } }
        expect([path, body, answer.status, error.slug, error.errors]).toEqual([
          path,
          body,
          400,
          'invalid_request',
          [expect.stringMatching(/^body: must be an object; got/)],
        ])
      }
    }
    for (const body of [undefined, '', '{}'])
      expect((await post('toolkits/multi', body)).status).toBe(200)
  })
})

describe('enable and disable', () => {
  it('are accepted in both spellings, and answered as enabled and disabled', async () => {
    verifies(
      'conventions.enable-disable',
      'conventions.enable-disable.both',
      'conventions.enable-disable.workbench',
    )
    const rules = (enable: string, disable: string) => ({
      toolkits: { [enable]: ['notes'] },
      tools: { notes: { [disable]: ['NOTES_DELETE_NOTE'] } },
      tags: { [enable]: ['readOnlyHint'] },
      manage_connections: { [enable]: true },
    })
    for (const spelling of [rules('enable', 'disable'), rules('enabled', 'disabled')]) {
      const { status, body } = await createSession({ ...spelling, workbench: { enable: false } })
      expect(status).toBe(201)
      expect(body.config).toMatchObject({
        toolkits: { enabled: ['notes'] },
        tools: { notes: { disabled: ['NOTES_DELETE_NOTE'] } },
        tags: { enabled: ['readOnlyHint'] },
        manage_connections: { enabled: true },
        workbench: { enable: false, proxy_execution_enabled: expect.any(Boolean) },
      })
    }
  })
})

describe('addresses', () => {
  it('come from the public URL, whatever the request calls the service', async () => {
    verifies('conventions.addresses')
    const { url, apiKey } = await startService({ publicUrl: 'https://tools.example.com' })
    const body = JSON.stringify({ user_id: 'ada' })
    const headers = [
      'host: evil.example',
      'x-forwarded-host: evil.example',
      'x-forwarded-proto: https',
      'forwarded: host=evil.example',
      `x-api-key: ${apiKey}`,
      'connection: close',
    ]
    const session = await sendRaw(
      url,
      [
        'POST /api/v3/tool_router/session HTTP/1.1',
        ...headers,
        'content-type: application/json',
        `content-length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    )
    expect(session.status).toBe(201)
    expect(JSON.parse(session.text).mcp.url).toMatch(
      /^https:\/\/tools\.example\.com\/mcp\/sessions\/trs_/,
    )
    const description = await sendRaw(
      url,
      ['GET /api/v3/openapi.json HTTP/1.1', ...headers, '', ''].join('\r\n'),
    )
    for (const { text } of [session, description]) expect(text).not.toContain('evil.example')
    expect(description.text).toContain('https://tools.example.com')
  })

  it('have browsers keep to https where the public URL is https', async () => {
    verifies('conventions.https')
    const { request } = await startService({ publicUrl: 'https://tools.example.com' })
    for (const path of ['/healthz', '/api/v3/toolkits', '/connect/unknown', '/nowhere']) {
      expect((await request('GET', path)).headers.get('strict-transport-security')).toBe(
        'max-age=31536000',
      )
    }
    expect(
      (await service.request('GET', '/healthz')).headers.get('strict-transport-security'),
    ).toBeNull()
  })
})

describe('the interface', () => {
  it('lies below its version', async () => {
    verifies('conventions.version-prefix')
    expect((await service.request('GET', '/api/v3/toolkits')).status).toBe(200)
    for (const path of ['/toolkits', '/api/v2/toolkits', '/api/v4/toolkits', '/api/toolkits'])
      expect((await service.request('GET', path)).status).toBe(404)
  })

  it('names each kind of error by one slug and one number', () => {
    verifies('conventions.slugs')
    const errors = Object.values(errorTable)
    expect(new Set(errors.map(({ code }) => code)).size).toBe(errors.length)
    expect(Object.keys(errorTable).every((slug) => /^[a-z_]+$/.test(slug))).toBe(true)
  })

  it('keeps logs for 30 days, or as the operator says', () => {
    verifies('conventions.retention')
    expect(readConfig({ PLUGBOARD_ROOT_KEYS: '1:x' }).retentionDays).toBe(30)
    expect(
      readConfig({ PLUGBOARD_ROOT_KEYS: '1:x', PLUGBOARD_RETENTION_DAYS: '7' }).retentionDays,
    ).toBe(7)
  })
})

describe('the statuses of a specified operation are those of the specification', () => {
  it.each(specified)('%s', (route, successes, errors) => {
    verifies('conventions.statuses-per-operation')
    const endpoint = operations.find(
      (operation) =>
        `${operation.endpoint.method} ${operation.endpoint.path.replaceAll(/\{\w+\}/g, '{}')}` ===
        route,
    )?.endpoint
    // rule 11.1: the upsert always has a body to answer.
    expect(Object.keys(endpoint?.responses ?? {}).map(Number)).toEqual(
      successes.filter((status) => status !== 204),
    )
    const common = new Set<number>(commonErrors.map((slug) => errorTable[slug].status))
    const listed = new Set(endpoint?.errors.map((slug) => errorTable[slug].status))
    expect([...listed].toSorted()).toEqual(errors.filter((status) => !common.has(status)))
  })
})
