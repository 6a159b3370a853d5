import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createExecutionLogs } from '../../../src/service/execution/execution-log.ts'
import { createLog } from '../../../src/service/platform/log.ts'
import { noMetrics } from '../../../src/service/platform/metrics/index.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startNotesService } from '../../support/notes-service.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'
import { createSessionParts } from '../sessions/session-parts.ts'

it('an entry of the log has every field, and is found by each filter', async () => {
  verifies('logs.record', 'logs.list', 'logs.unknown')
  const { service, connect, close } = await startNotesService({
    status: (request) => (request.url === '/notes/gone' ? 404 : 200),
  })
  const account = await connect('ada')
  const { session_id } = await service.client.sessions.create({ body: { user_id: 'ada' } })
  const inSession = await service.client.sessions.execute({
    params: { session_id },
    body: { tool_slug: 'NOTES_GET_NOTE', arguments: { id: 'gone' } },
  })
  const alone = await service.client.tools.execute({
    params: { tool_slug: 'OPEN_LIST_NOTES' },
    body: { user_id: 'bob' },
  })

  const { body } = await service.request('GET', `/api/v3/logs/tool_executions/${inSession.log_id}`)
  expect(body).toEqual({
    id: inSession.log_id,
    tool_slug: 'NOTES_GET_NOTE',
    toolkit: 'notes',
    user_id: 'ada',
    connected_account_id: account,
    session_id,
    status: 'error',
    error: expect.stringContaining('404'),
    started_at: expect.stringMatching(/Z$/),
    duration_ms: expect.any(Number),
    trace_id: null,
    request: { arguments: { id: 'gone' }, version: expect.any(String) },
    requests: [
      {
        method: 'GET',
        url: expect.stringMatching(/\/notes\/gone$/),
        status: 404,
        duration_ms: expect.any(Number),
      },
    ],
    response: expect.anything(),
  })
  const found = async (query: string) =>
    (await service.request('GET', `/api/v3/logs/tool_executions?${query}`)).body.items.map(
      ({ id }: { id: string }) => id,
    )
  expect(await found('')).toEqual([alone.log_id, inSession.log_id])
  for (const query of [
    'tool_slugs=NOTES_GET_NOTE',
    'toolkit_slugs=notes',
    `session_ids=${session_id}`,
    'user_ids=ada',
    'status=error',
  ])
    expect(await found(query), query).toEqual([inSession.log_id])
  expect(await found('status=success&limit=1')).toEqual([alone.log_id])
  expect(
    (await service.request('GET', '/api/v3/logs/tool_executions/log_00000000000000000')).status,
  ).toBe(404)
  await close()
})

it('an entry leaves the credential out, also where the third party sent it back', async () => {
  verifies('logs.no-credentials')
  const { service, connect, close } = await startNotesService()
  const key = 'quoted"key\\with-signs'
  await connect('ada', key)
  const { session_id } = await service.client.sessions.create({ body: { user_id: 'ada' } })
  const call = { tool_slug: 'NOTES_GET_NOTE', arguments: { id: '1' } }
  const multi = { tool_slug: 'SVC_MULTI_EXECUTE_TOOL', arguments: { tools: [call] } }
  const logIds = [
    (await service.client.sessions.execute({ params: { session_id }, body: call })).log_id,
    (await service.client.sessions.execute({ params: { session_id }, body: multi })).log_id,
  ]
  for (const id of logIds) {
    const { body } = await service.request('GET', `/api/v3/logs/tool_executions/${id}`)
    expect(JSON.stringify(body)).not.toContain(JSON.stringify(key).slice(1, -1))
  }
  await close()
})

it('an entry leaves out what a name and a password are sent as', async () => {
  verifies('logs.no-credentials')
  const upstream = await startUpstream((request, response) =>
    json(response, 200, { echoed: request.headers.authorization }),
  )
  const service = await startService({ egressAllow: [upstream.host] })
  await importToolkit(service, {
    slug: 'basic',
    source: { openapi: openNotesApi(upstream.url) },
    auth: { scheme: 'BASIC' },
  })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'basic' } },
  })
  await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'BASIC', val: { username: 'ada', password: 'open sesame' } },
      },
    },
  })
  const { log_id, data } = await service.client.tools.execute({
    params: { tool_slug: 'BASIC_LIST_NOTES' },
    body: { user_id: 'ada' },
  })
  const encoded = Buffer.from('ada:open sesame').toString('base64')
  expect(data).toEqual({ echoed: 'Basic [redacted]' })
  expect(upstream.received.at(-1)?.headers.authorization).toBe(`Basic ${encoded}`)
  const entry = await service.client.logs.get({ params: { id: String(log_id) } })
  expect(JSON.stringify(entry)).not.toContain(encoded)
})

it('an entry masks the secrets among the arguments, also where they are echoed', async () => {
  verifies('logs.secret-arguments')
  const upstream = await startUpstream((request, response) =>
    json(response, 200, { created: JSON.parse(request.body), says: `got ${request.body}` }),
  )
  const service = await startService({ egressAllow: [upstream.host] })
  const secret = { type: 'string', writeOnly: true }
  await importToolkit(service, {
    slug: 'people',
    auth: { scheme: 'NO_AUTH' },
    source: {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'People', version: '1' },
        servers: [{ url: upstream.url }],
        components: {
          schemas: { Door: { type: 'object', properties: { code: secret, floor: {} } } },
        },
        paths: {
          '/people': {
            post: {
              operationId: 'createPerson',
              requestBody: {
                required: true,
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      properties: {
                        name: { type: 'string' },
                        password: { type: 'string' },
                        doors: { type: 'array', items: { $ref: '#/components/schemas/Door' } },
                        page_token: { type: 'string' },
                      },
                    },
                  },
                },
              },
              responses: { 200: { description: 'ok' } },
            },
          },
        },
      },
    },
  })
  const given = {
    name: 'Ada',
    password: 'correct-horse-battery',
    doors: [{ code: 'sesame-0123456789', floor: '2' }],
    page_token: 'page-2-of-everything',
  }
  const { log_id, data } = await service.client.tools.execute({
    params: { tool_slug: 'PEOPLE_CREATE_PERSON' },
    body: { user_id: 'ada', arguments: given },
  })
  expect(data).toMatchObject({ created: given })
  const { body } = await service.request('GET', `/api/v3/logs/tool_executions/${log_id}`)
  expect(body.request.arguments).toEqual({
    name: 'Ada',
    password: '[redacted]',
    doors: [{ code: '[redacted]', floor: '2' }],
    page_token: 'page-2-of-everything',
  })
  expect(JSON.stringify(body)).not.toMatch(/correct-horse|sesame-0123/)
  expect(body.response.created).toMatchObject({ name: 'Ada', password: '[redacted]' })

  // Inside of a meta tool's arguments, no schema says which they are.
  const { session_id } = await service.client.sessions.create({ body: { user_id: 'ada' } })
  const multi = await service.client.sessions.execute({
    params: { session_id },
    body: {
      tool_slug: 'SVC_MULTI_EXECUTE_TOOL',
      arguments: { tools: [{ tool_slug: 'PEOPLE_CREATE_PERSON', arguments: given }] },
    },
  })
  const entry = await service.client.logs.get({ params: { id: String(multi.log_id) } })
  expect(JSON.stringify(entry)).toContain('page-2-of-everything')
  expect(JSON.stringify(entry)).not.toContain('correct-horse')
})

it('an entry leaves out the tokens of links to this service, in every place', async () => {
  verifies('logs.no-links')
  const upstream = await startUpstream((_request, response) => json(response, 201, {}))
  const service = await startService({ egressAllow: [upstream.host] })
  await importToolkit(service, { slug: 'notes', source: { openapi: openNotesApi(upstream.url) } })
  const { session_id } = await service.client.sessions.create({
    body: { user_id: 'ada', approvals: { tools: ['NOTES_DELETE_NOTE'], proof: 'link' } },
  })
  const params = { session_id }
  await service.client.sessions.execute({
    params,
    body: { tool_slug: 'NOTES_DELETE_NOTE', arguments: { id: '1' } },
  })
  const { items } = await service.client.sessions.approvals({ params })
  const approval = new URL(items[0]?.approval_url ?? '')
  const token = approval.pathname.split('/').at(-1) ?? ''
  expect(token).toMatch(/^al_/)
  const letters = '0123456789ABCDEFGHIJKLMNOPQR'
  const others = ['lk', 'cc', 'hk'].map((kind) => `${kind}_${letters}`)
  const text = [
    approval.href,
    `\n${token}`,
    encodeURIComponent(approval.href),
    ...others,
    'walk_to_the_office_and_back_again',
  ].join(' ')
  const { log_id } = await service.client.sessions.execute({
    params,
    body: { tool_slug: 'NOTES_CREATE_NOTE', arguments: { text } },
  })
  expect(upstream.received.at(-1)?.body).toContain(token)

  const { body } = await service.request('GET', `/api/v3/logs/tool_executions/${log_id}`)
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`${token}|${letters}`))
  expect(body.request.arguments.text).toContain('/approve/[redacted]')
  expect(body.request.arguments.text).toContain('walk_to_the_office_and_back_again')
})

describeEachEngine('the log', (open) => {
  const start = async () => {
    const { parts, project } = await createSessionParts(await open({ migrated: true }))
    const lines: string[] = []
    const log = createLog('error', { write: (line) => lines.push(line) })
    const logs = createExecutionLogs({ ...parts, log, metrics: noMetrics })
    const entry = {
      toolSlug: 'NOTES_LIST',
      toolkit: 'notes',
      userId: null,
      accountId: null,
      sessionId: null,
      error: null,
      startedAt: parts.clock.now(),
      durationMs: 1,
      request: {},
      response: {},
    }
    return { logs, project, entry, lines }
  }

  it('loses no result of a call whose entry cannot be made', async () => {
    verifies('conventions.log-lost')
    const { logs, project, entry, lines } = await start()
    let response: unknown = 'too deep to be written as JSON'
    for (let depth = 0; depth < 20_000; depth += 1) response = [response]
    expect(await logs.write(project, { ...entry, response })).toBeNull()
    expect(lines.join()).toContain('its log entry could not be written')
    expect(await logs.write(project, entry)).toMatch(/^log_/)
  })

  it('keeps what a third party says with characters that cannot be stored', async () => {
    verifies('logs.record')
    const { logs, project, entry } = await start()
    const id = await logs.write(project, { ...entry, error: 'Not \0found\ud800' })
    expect(await logs.get(project, String(id))).toMatchObject({
      status: 'error',
      error: 'Not found\ufffd',
    })
  })

  it('loses no other entry of a batch to one that the database refuses', async () => {
    verifies('conventions.log-lost')
    const { logs, project, entry, lines } = await start()
    const refused = { ...entry, durationMs: null as never }
    const ids = await Promise.all(
      [entry, entry, refused, entry].map((each) => logs.write(project, each)),
    )
    expect(ids.map((id) => id !== null)).toEqual([true, true, false, true])
    expect(lines).toHaveLength(1)
    const { items } = await logs.list(project, {}, {})
    expect(items.map(({ id }) => id).toSorted()).toEqual(ids.filter((id) => id !== null).toSorted())
  })
})

it('names the trace that a call was part of', async () => {
  verifies('logs.trace')
  const { service } = await startNotesService()
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const headers = {
    'x-api-key': service.apiKey,
    traceparent: `00-${trace}-b7ad6b7169203331-01`,
  }
  const { session_id } = await service.client.sessions.create({ body: { user_id: 'ada' } })
  const call = (path: string, body: object) =>
    service.request('POST', `/api/v3/${path}`, { headers, body })
  await call('tools/execute/OPEN_LIST_NOTES', { user_id: 'ada', arguments: {} })
  await call(`tool_router/session/${session_id}/execute`, {
    tool_slug: 'SVC_SEARCH_TOOLS',
    arguments: { queries: [{ use_case: 'list notes' }] },
  })
  const { items } = await service.client.logs.list()
  expect(items.map(({ tool_slug, trace_id }) => [tool_slug, trace_id])).toEqual([
    ['SVC_SEARCH_TOOLS', trace],
    ['OPEN_LIST_NOTES', trace],
  ])
})
