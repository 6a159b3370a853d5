import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
  await notes.connect('ada')
})
afterAll(() => notes.close())

const schema = {
  type: 'object',
  properties: { pattern: { type: 'string', description: 'What to look for' } },
  required: ['pattern'],
}
const grep = {
  slug: 'grep_logs',
  name: 'Search the log files',
  description: 'Greps the server log files of this machine',
  input_schema: schema,
}

/** Such as `Saturday 2026-11-21 14:05`. */
const localTime = (timeZone: string, time = Date.now()): string => {
  const [date, clock] = new Date(time).toLocaleString('sv-SE', { timeZone }).split(' ')
  return `${new Date(time).toLocaleString('en-GB', { timeZone, weekday: 'long' })} ${date} ${clock?.slice(0, 5)}`
}

const create = (experimental: unknown, rules: Record<string, unknown> = {}) =>
  notes.service.request('POST', '/api/v3/tool_router/session', {
    body: { user_id: 'ada', ...rules, experimental },
  })

const open = async (experimental: unknown, rules?: Record<string, unknown>) => {
  const { body } = await create(experimental, rules)
  return { params: { session_id: String(body.session_id) } }
}

const search = async (session: { params: { session_id: string } }, words: string) =>
  notes.service.client.sessions.search({ ...session, body: { queries: [{ use_case: words }] } })

describe('the assistive prompt', () => {
  it("speaks of the meta tools in force and the user's time zone, with the time there and where to find it later", async () => {
    verifies('sessions.experimental.prompt')
    const before = localTime('Europe/Vienna')
    const { body } = await create(
      { assistive_prompt_config: { user_timezone: 'Europe/Vienna' } },
      { manage_connections: { enable: true, enable_wait_for_connections: true } },
    )
    const prompt = body.experimental.assistive_prompt as string
    expect(prompt).toContain('Europe/Vienna')
    for (const slug of body.tool_router_tools) expect(prompt).toContain(slug)
    expect([before, localTime('Europe/Vienna')]).toContain(
      /it was (\w+ [\d-]+ [\d:]+) GMT\+0[12]:00 there/.exec(prompt)?.[1],
    )
    expect(prompt).toContain('time_info')
    const without = await create({}, { manage_connections: false })
    expect(without.body.experimental.assistive_prompt).not.toMatch(
      /time zone|20\d\d|\d:\d\d|SVC_MANAGE_CONNECTIONS/,
    )
  })

  it('has its counterpart in each search, which says what time it is there now', async () => {
    verifies('sessions.experimental.search-time')
    const session = await open({ assistive_prompt_config: { user_timezone: 'Asia/Kolkata' } })
    const { time_info: time } = await search(session, 'list notes')
    expect(time.message).toContain(
      `(Asia/Kolkata), it is ${localTime('Asia/Kolkata', Date.parse(time.current_time_utc))}`,
    )
    expect((await search(await open({}), 'list notes')).time_info.message).not.toMatch(/\d/)
  })

  it.each(['Europe/Atlantis', '+02:00', 'now', ''])('takes no time zone "%s"', async (zone) => {
    verifies('sessions.experimental.timezone')
    expect((await create({ assistive_prompt_config: { user_timezone: zone } })).status).toBe(400)
  })

  it.each(['UTC', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires'])(
    'takes the time zone %s',
    async (zone) => {
      verifies('sessions.experimental.timezone')
      expect((await create({ assistive_prompt_config: { user_timezone: zone } })).status).toBe(201)
    },
  )
})

describe('custom tools', () => {
  it('are answered with their slugs where they are attached, and not later', async () => {
    verifies(
      'sessions.experimental.creation-only',
      'sessions.custom-tools.answer',
      'sessions.custom-tools.slug',
      'sessions.custom-toolkits.tools',
    )
    const { status, body } = await create({
      custom_tools: [
        grep,
        { ...grep, slug: 'star-note', extends_toolkit: 'notes', output_schema: { type: 'object' } },
        { ...grep, slug: 'LOCAL_READY' },
      ],
      custom_toolkits: [
        {
          slug: 'Dev-Tools',
          name: 'Dev tools',
          description: 'For developers',
          tools: [{ ...grep, slug: 'restart' }],
        },
      ],
    })
    expect(status).toBe(201)
    expect(body.experimental).toMatchObject({
      custom_tools: [
        { ...grep, slug: 'LOCAL_GREP_LOGS', original_slug: 'grep_logs' },
        {
          slug: 'LOCAL_NOTES_STAR_NOTE',
          original_slug: 'star-note',
          extends_toolkit: 'notes',
          output_schema: { type: 'object' },
        },
        { slug: 'LOCAL_READY', original_slug: 'LOCAL_READY' },
      ],
      custom_toolkits: [
        {
          slug: 'dev-tools',
          name: 'Dev tools',
          description: 'For developers',
          tools: [
            { slug: 'LOCAL_DEV_TOOLS_RESTART', original_slug: 'restart', input_schema: schema },
          ],
        },
      ],
    })
    const later = await notes.service.client.sessions.get({
      params: { session_id: body.session_id },
    })
    expect(later).not.toHaveProperty('experimental')
  })

  it.each([
    [
      'a toolkit slug that exists',
      { custom_toolkits: [{ slug: 'Notes', name: 'N', description: 'D', tools: [] }] },
      'notes',
    ],
    [
      'a toolkit slug with other characters',
      { custom_toolkits: [{ slug: 'my tools', name: 'N', description: 'D', tools: [] }] },
      'slug',
    ],
    [
      'a toolkit slug twice',
      {
        custom_toolkits: ['a', 'A'].map((slug) => ({
          slug,
          name: 'N',
          description: 'D',
          tools: [],
        })),
      },
      'is repeated',
    ],
    [
      'a slug that is too long with its prefix',
      { custom_tools: [{ ...grep, slug: 'x'.repeat(55) }] },
      '61 characters',
    ],
    ['a slug twice', { custom_tools: [grep, { ...grep, slug: 'GREP-LOGS' }] }, 'is repeated'],
    [
      'a schema that is no object',
      { custom_tools: [{ ...grep, input_schema: { type: 'string', properties: {} } }] },
      'type',
    ],
    [
      'a schema without properties',
      { custom_tools: [{ ...grep, input_schema: { type: 'object' } }] },
      'properties',
    ],
    [
      'an unknown toolkit to extend',
      { custom_tools: [{ ...grep, extends_toolkit: 'nots' }] },
      'nots',
    ],
  ])('with %s are refused', async (_name, experimental, said) => {
    verifies(
      'sessions.custom-toolkits.slug',
      'sessions.custom-tools.slug',
      'sessions.custom-tools.unique',
      'sessions.custom-tools.input-schema',
      'sessions.custom-tools.extends',
    )
    const { status, body } = await create(experimental)
    expect(status).toBe(400)
    expect(body.error.errors.join()).toContain(said)
  })

  it('may have 60 characters with the prefix, and none of a toolkit that the session excludes', async () => {
    verifies('sessions.custom-tools.slug', 'sessions.custom-tools.extends')
    expect((await create({ custom_tools: [{ ...grep, slug: 'x'.repeat(54) }] })).status).toBe(201)
    expect(
      (
        await create(
          { custom_tools: [{ ...grep, extends_toolkit: 'notes' }] },
          { toolkits: ['open'] },
        )
      ).status,
    ).toBe(400)
  })

  it('are found by search with their whole schemas, and by SVC_GET_TOOL_SCHEMAS', async () => {
    verifies('sessions.custom-tools.search', 'sessions.custom-toolkits.no-auth')
    const session = await open(
      {
        custom_tools: [grep],
        custom_toolkits: [
          {
            slug: 'dev',
            name: 'Dev',
            description: 'For developers',
            tools: [
              {
                ...grep,
                slug: 'restart',
                name: 'Restart the server',
                description: 'Restarts the server process',
              },
            ],
          },
        ],
      },
      { tags: ['readOnlyHint'] },
    )
    const found = await search(session, 'grep the log files')
    expect(found.results[0]?.primary_tool_slugs).toEqual(['LOCAL_GREP_LOGS'])
    expect(found.results[0]?.toolkits).toEqual([])
    expect(found.tool_schemas['LOCAL_GREP_LOGS']).toMatchObject({
      toolkit: 'local',
      description: grep.description,
      input_schema: schema,
      hasFullSchema: true,
    })
    const restart = await search(session, 'restart the server process')
    expect(restart.results[0]).toMatchObject({
      primary_tool_slugs: ['LOCAL_DEV_RESTART'],
      toolkits: ['dev'],
    })
    expect(restart.toolkit_connection_statuses).toEqual([])
    const { data } = await notes.service.client.sessions.executeMeta({
      ...session,
      body: {
        slug: 'SVC_GET_TOOL_SCHEMAS',
        arguments: { tool_slugs: ['local_grep_logs', 'NOTES_GET_NOTE'] },
      },
    })
    expect(data).toMatchObject({
      tool_schemas: {
        LOCAL_GREP_LOGS: { input_schema: schema },
        NOTES_GET_NOTE: { toolkit: 'notes' },
      },
    })
  })

  it.each([
    ['ada', true],
    ['nobody', false],
  ])('that extend a toolkit inherit the connection of %s', async (user, connected) => {
    verifies('sessions.custom-tools.extends')
    const session = await open(
      { custom_tools: [{ ...grep, extends_toolkit: 'notes' }] },
      { user_id: user },
    )
    const found = await search(session, 'grep the log files')
    expect(found.toolkit_connection_statuses).toMatchObject([
      { toolkit: 'notes', has_active_connection: connected },
    ])
    const { data } = await notes.service.client.sessions.executeMeta({
      ...session,
      body: { slug: 'SVC_GET_TOOL_SCHEMAS', arguments: { tool_slugs: ['LOCAL_NOTES_GREP_LOGS'] } },
    })
    expect(data['toolkit_connection_statuses']).toEqual(found.toolkit_connection_statuses)
  })

  it('that extend a toolkit are refused with the account that their requests are sent with, which then works', async () => {
    verifies('sessions.custom-tools.inherited')
    const older = await notes.connect('heir', 'key-of-the-older')
    const newer = await notes.connect('heir', 'key-of-the-newer')
    const { sessions } = notes.service.client
    const extending = {
      custom_tools: [
        { ...grep, extends_toolkit: 'notes' },
        { ...grep, slug: 'open', extends_toolkit: 'open' },
      ],
    }
    const refusal = async (rules: Record<string, unknown>, slug = 'LOCAL_NOTES_GREP_LOGS') => {
      const session = await open(extending, { user_id: 'heir', ...rules })
      const { message, suggestedFix } = await sessions
        .execute({ ...session, body: { tool_slug: slug } })
        .then(
          () => Promise.reject(new Error('it ran')),
          (error: { message: string; suggestedFix: string }) => error,
        )
      expect(message).toContain('runs in the process of the caller')
      const { data } = await sessions.executeMeta({
        ...session,
        body: { slug: 'SVC_MULTI_EXECUTE_TOOL', arguments: { tools: [{ tool_slug: slug }] } },
      })
      // What it advises is for developers; a model reads what it is.
      const [refused] = data['results'] as { error: string }[]
      expect(refused?.error).toContain(message)
      expect(refused?.error).not.toContain('POST /')
      return { session, suggestedFix }
    }

    const { session, suggestedFix } = await refusal({})
    const [, address, toolkit, account] =
      /POST (\S+) with "toolkit_slug": "(\w+)" and "account": "(\w+)"/.exec(suggestedFix) ?? []
    expect([toolkit, account]).toEqual(['notes', newer])
    const sent = await notes.service.request('POST', address ?? '', {
      body: { toolkit_slug: toolkit, account, endpoint: '/notes', method: 'GET' },
    })
    expect(sent.body.data).toMatchObject({ url: '/notes' })
    expect(notes.upstream.received.at(-1)?.headers['x-notes-key']).toBe('key-of-the-newer')
    expect(address).toContain(session.params.session_id)

    expect((await refusal({ connected_accounts: { notes: older } })).suggestedFix).toContain(
      `"account": "${older}"`,
    )
    expect(
      (await refusal({ multi_account: { require_explicit_selection: true } })).suggestedFix,
    ).toContain(`one of its accounts (${newer}, ${older})`)
    expect((await refusal({ user_id: 'nobody' })).suggestedFix).toContain('has not connected yet')
    expect(
      (await refusal({ workbench: { enable_proxy_execution: false } })).suggestedFix,
    ).toContain('no requests past the tools')
    expect((await refusal({}, 'LOCAL_OPEN_OPEN')).suggestedFix).toContain(
      '{"toolkit_slug": "open"}',
    )
  })

  it('are not run by the service', async () => {
    verifies('sessions.custom-tools.execution')
    const session = await open({ custom_tools: [grep] })
    const { sessions } = notes.service.client
    await expect(
      sessions.execute({
        ...session,
        body: { tool_slug: 'LOCAL_GREP_LOGS', arguments: { pattern: 'x' } },
      }),
    ).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('runs in the process of the caller'),
    })
    const { data } = await sessions.execute({
      ...session,
      body: {
        tool_slug: 'SVC_MULTI_EXECUTE_TOOL',
        arguments: { tools: [{ tool_slug: 'LOCAL_GREP_LOGS' }, { tool_slug: 'OPEN_LIST_NOTES' }] },
      },
    })
    expect(data['results']).toMatchObject([
      { successful: false, error: expect.stringContaining('runs in the process of the caller') },
      { successful: true },
    ])
  })

  it('of one session are unknown in another', async () => {
    await open({ custom_tools: [grep] })
    const other = await open({})
    await expect(
      notes.service.client.sessions.execute({ ...other, body: { tool_slug: 'LOCAL_GREP_LOGS' } }),
    ).rejects.toMatchObject({ status: 404 })
    expect((await search(other, 'grep the log files')).tool_schemas).not.toHaveProperty(
      'LOCAL_GREP_LOGS',
    )
  })
})

describe('attaching', () => {
  it('adds custom tools to the first', async () => {
    verifies('sessions.attach')
    const session = await open({
      assistive_prompt_config: { user_timezone: 'Europe/Vienna' },
      custom_tools: [grep],
    })
    const { sessions } = notes.service.client
    const { tools_etag: former, ...before } = await sessions.get(session)
    const attached = await sessions.attach({
      ...session,
      body: {
        experimental: {
          custom_tools: [
            {
              ...grep,
              slug: 'tail_logs',
              name: 'Tail',
              description: 'Tails the log files',
              input_schema: { type: 'object', properties: {} },
            },
          ],
        },
      },
    })
    expect(attached.tools_etag).not.toBe(former)
    expect(attached).toMatchObject({
      ...before,
      experimental: {
        custom_tools: [
          { slug: 'LOCAL_TAIL_LOGS', original_slug: 'tail_logs' },
          { slug: 'LOCAL_GREP_LOGS' },
        ],
        assistive_prompt: expect.stringContaining('Europe/Vienna'),
      },
    })
    const found = await search(session, 'the log files')
    expect(
      Object.keys(found.tool_schemas)
        .filter((slug) => slug.startsWith('LOCAL_'))
        .toSorted(),
    ).toEqual(['LOCAL_GREP_LOGS', 'LOCAL_TAIL_LOGS'])
  })

  it('takes what was answered once more', async () => {
    verifies('sessions.attach', 'sessions.custom-tools.slug')
    const { body } = await create({
      custom_tools: [{ ...grep, extends_toolkit: 'notes' }],
      custom_toolkits: [{ slug: 'dev', name: 'Dev', description: 'D', tools: [grep] }],
    })
    const again = await notes.service.client.sessions.attach({
      params: { session_id: body.session_id },
      body: { experimental: body.experimental },
    })
    expect(again.experimental?.custom_tools?.map(({ slug }) => slug)).toEqual([
      'LOCAL_NOTES_GREP_LOGS',
    ])
    expect(again.experimental?.custom_toolkits?.[0]?.tools.map(({ slug }) => slug)).toEqual([
      'LOCAL_DEV_GREP_LOGS',
    ])
  })

  it('refuses what creation refuses, and unknown sessions', async () => {
    verifies('sessions.attach')
    const session = await open({})
    const attach = (id: string, slug: string) =>
      notes.service.request('POST', `/api/v3/tool_router/session/${id}/attach`, {
        body: {
          experimental: { custom_toolkits: [{ slug, name: 'N', description: 'D', tools: [] }] },
        },
      })
    expect((await attach(session.params.session_id, 'notes')).status).toBe(400)
    expect((await attach('trs_unknown', 'mine')).status).toBe(404)
  })
})
