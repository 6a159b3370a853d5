import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { z as mini } from 'zod/mini'
import { z as z3 } from 'zod/v3'
import { customTool, type CustomTool, type CustomToolContext } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { many, openNotes, resultsOf } from './open-notes.ts'

const notes = openNotes()

/** A schema with nothing but the marks of the standard, as those of other libraries. */
const onlyStandard = <Output>(schema: z.ZodType<Output>) => ({ '~standard': schema['~standard'] })

/** Finds words in logs; remembers how it was run. */
const grepLogs = () => {
  const runs: { given: { pattern: string; limit: number }; context: CustomToolContext }[] = []
  const tool = customTool({
    slug: 'grep_logs',
    description: 'Greps the server log files of this machine',
    input: z.object({ pattern: z.string().trim(), limit: z.number().int().default(10) }),
    output: z.object({ lines: z.array(z.string()) }),
    annotations: { readOnlyHint: true },
    execute: (given, context) => {
      runs.push({ given, context })
      return { lines: [`a line with ${given.pattern}`] }
    },
  })
  return { runs, tool }
}

test('custom tools are found by words beside those of the service, with whole schemas and their hints', async () => {
  verifies('toolkit.custom-tools.found')
  const { plugboard } = notes()
  const { tool } = grepLogs()
  const session = await plugboard.createSession('ada', {
    customTools: [tool],
    customToolkits: [
      {
        slug: 'dev',
        name: 'Dev',
        description: 'For developers',
        tools: [{ ...tool, slug: 'restart-server', description: 'Restarts the server process' }],
      },
    ],
  })

  const { tools, tool_schemas: schemas } = await session.search('grep the log files of the server')
  const found = tools.find(({ slug }) => slug === 'LOCAL_GREP_LOGS')
  expect(found).toMatchObject({
    description: tool.description,
    annotations: { readOnlyHint: true },
    approval: 'never',
    untrusted: false,
    inputSchema: {
      type: 'object',
      required: ['pattern'],
      properties: { pattern: { type: 'string' }, limit: { type: 'integer', default: 10 } },
    },
    outputSchema: { type: 'object', required: ['lines'], properties: {} },
  })
  expect(found?.inputSchema).not.toHaveProperty('$schema')
  expect(schemas['LOCAL_GREP_LOGS']).toMatchObject({ tags: ['readOnlyHint'], hasFullSchema: true })

  const { data } = await session.execute('SVC_SEARCH_TOOLS', {
    queries: [{ use_case: 'restart the server process' }],
  })
  expect(JSON.stringify(data)).toContain('LOCAL_DEV_RESTART_SERVER')
  expect(
    (await session.tools({ tools: ['LOCAL_DEV_RESTART_SERVER', 'OPEN_LIST_NOTES'] })).map(
      ({ slug }) => slug,
    ),
  ).toEqual(['LOCAL_DEV_RESTART_SERVER', 'OPEN_LIST_NOTES'])
})

test('they run in this process: as agent tools and by session.execute, with parsed arguments and the session', async () => {
  verifies('toolkit.custom-tools.run')
  const { plugboard, upstream } = notes()
  const { tool, runs } = grepLogs()
  const session = await plugboard.createSession('ada', { customTools: [tool] })
  const [agentTool] = await session.tools({ tools: ['LOCAL_GREP_LOGS'] })

  expect(await agentTool?.execute({ pattern: ' panic ' })).toEqual({
    data: { lines: ['a line with panic'] },
    error: null,
    logId: null,
    successful: true,
  })
  expect(await session.execute('local_grep_logs', { pattern: 'disk', limit: 2 })).toMatchObject({
    data: { lines: ['a line with disk'] },
    successful: true,
  })

  expect(runs.map(({ given }) => given)).toEqual([
    { pattern: 'panic', limit: 10 },
    { pattern: 'disk', limit: 2 },
  ])
  expect(runs[0]?.context.session).toBe(session)
  expect(runs[0]?.context.connectedAccount).toBeUndefined()
  expect(upstream.received).toEqual([])
})

test('a multi-execute runs them beside remote tools and answers as the service does, in order, one failure not hiding the others', async () => {
  verifies('toolkit.custom-tools.multi-execute')
  const { plugboard, upstream, connect } = notes()
  await connect('eve')
  const { tool, runs } = grepLogs()
  const failing = customTool({
    slug: 'fails',
    description: 'Fails',
    input: { type: 'object', properties: {} },
    execute: () => Promise.reject(new Error('the disk is full')),
  })
  const session = await plugboard.createSession('eve', { customTools: [tool, failing] })
  const [multi] = await session.tools({ tools: ['SVC_MULTI_EXECUTE_TOOL'] })

  const answer = await multi!.execute(
    many(
      ['NOTES_GET_NOTE', { id: '1' }],
      ['LOCAL_GREP_LOGS', { pattern: 'x' }],
      ['LOCAL_FAILS'],
      ['NOTES_GET_NOTE', {}],
      ['LOCAL_GREP_LOGS', { pattern: 7 }],
      ['OPEN_LIST_NOTES'],
    ),
  )

  expect(answer).toMatchObject({
    error: null,
    successful: true,
    logId: expect.stringMatching(/^log_/),
    data: { succeeded: 3, failed: 3 },
  })
  expect(
    resultsOf(answer).map(({ index, tool_slug, successful }) => ({ index, tool_slug, successful })),
  ).toEqual([
    { index: 0, tool_slug: 'NOTES_GET_NOTE', successful: true },
    { index: 1, tool_slug: 'LOCAL_GREP_LOGS', successful: true },
    { index: 2, tool_slug: 'LOCAL_FAILS', successful: false },
    { index: 3, tool_slug: 'NOTES_GET_NOTE', successful: false },
    { index: 4, tool_slug: 'LOCAL_GREP_LOGS', successful: false },
    { index: 5, tool_slug: 'OPEN_LIST_NOTES', successful: true },
  ])
  const [remote, local, thrown, unfit, misused] = resultsOf(answer)
  expect(remote).toMatchObject({
    data: { url: '/notes/1' },
    error: null,
    log_id: expect.stringMatching(/^log_/),
  })
  expect(local).toEqual({
    index: 1,
    tool_slug: 'LOCAL_GREP_LOGS',
    successful: true,
    data: { lines: ['a line with x'] },
    error: null,
    log_id: null,
  })
  expect(thrown?.error).toBe('the disk is full')
  expect(unfit?.error).toContain('`id` is required')
  expect(misused?.error).toContain('- `pattern` must be a string')
  expect(runs).toHaveLength(1)
  expect(upstream.received.map(({ url }) => url).toSorted()).toEqual(['/notes', '/notes/1'])
})

test('a multi-execute of custom tools alone asks the service nothing', async () => {
  verifies('toolkit.custom-tools.multi-execute')
  const { plugboard, service } = notes()
  const { tool } = grepLogs()
  const session = await plugboard.createSession('ada', { customTools: [tool] })
  const logged = async () => (await service.client.logs.list({ query: {} })).total_items
  const before = await logged()

  const answer = await session.execute(
    'SVC_MULTI_EXECUTE_TOOL',
    many(['LOCAL_GREP_LOGS', { pattern: 1 }]),
  )

  expect(answer).toMatchObject({
    successful: false,
    error: 'Every call failed; each result says why',
    logId: null,
    data: { succeeded: 0, failed: 1 },
  })
  expect(await logged()).toBe(before)
})

test('what the service says about a malformed multi-execute reaches the model', async () => {
  const { plugboard } = notes()
  const { tool, runs } = grepLogs()
  const session = await plugboard.createSession('ada', { customTools: [tool] })

  for (const given of [
    {},
    { tools: [] },
    { tools: [{ slug: 'LOCAL_GREP_LOGS' }] },
    { tools: [{ tool_slug: 'LOCAL_GREP_LOGS', arguments: 'pattern' }] },
  ]) {
    expect(await session.execute('SVC_MULTI_EXECUTE_TOOL', given)).toMatchObject({
      successful: false,
      error: expect.stringContaining('SVC_MULTI_EXECUTE_TOOL are not valid'),
    })
  }
  expect(runs).toEqual([])
})

test('a later process attaches them again, and without that hears where they run', async () => {
  verifies('toolkit.custom-tools.attach')
  const { plugboard, connectTo } = notes()
  const { tool } = grepLogs()
  const { id } = await plugboard.createSession('ada', { customTools: [tool] })

  const bare = await connectTo({}).useSession(id)
  await expect(bare.execute('LOCAL_GREP_LOGS', { pattern: 'x' })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('runs in the process of the caller'),
  })

  const other = grepLogs()
  const again = await connectTo({}).useSession(id, {
    customTools: [other.tool, { ...other.tool, slug: 'tail' }],
  })
  expect(again.id).toBe(id)
  expect(await again.execute('LOCAL_TAIL', { pattern: 'x' })).toMatchObject({ successful: true })
  expect(other.runs).toHaveLength(1)
})

test.each<[string, CustomTool['input'], Record<string, unknown>]>([
  [
    'zod 3',
    z3.object({
      words: z3.string().transform((words) => words.toUpperCase()),
      since: z3.coerce.date().optional(),
    }),
    { words: 'HALLO' },
  ],
  [
    'zod mini',
    mini.object({
      words: mini.pipe(
        mini.string(),
        mini.transform((words: string) => words.toUpperCase()),
      ),
    }),
    { words: 'HALLO' },
  ],
  [
    'a Standard Schema',
    onlyStandard(z.object({ words: z.string().transform(async (words) => words.toUpperCase()) })),
    { words: 'HALLO' },
  ],
  [
    'JSON Schema',
    {
      type: 'object',
      properties: { words: { type: 'string', nullable: true } },
      required: ['words'],
    },
    { words: 'hallo' },
  ],
])('%s describes the input and parses it', async (_name, input, received) => {
  verifies('toolkit.custom-tools.schemas', 'zod.from.standard')
  const { plugboard } = notes()
  const session = await plugboard.createSession('ada', {
    customTools: [{ slug: 'shout', description: 'Shouts', input, execute: (given) => ({ given }) }],
  })
  const [tool] = await session.tools({ tools: ['LOCAL_SHOUT'] })

  expect(tool?.inputSchema).toMatchObject({
    type: 'object',
    required: ['words'],
    properties: { words: { type: 'string' } },
  })
  expect(await tool?.execute({ words: 'hallo' })).toMatchObject({ data: { given: received } })
  expect(await tool?.execute({})).toMatchObject({
    successful: false,
    error: expect.stringContaining('`words` is required'),
  })
})

test('what only the library can check is checked too, in words, and once', async () => {
  verifies('zod.from.standard')
  const { plugboard } = notes()
  const isAfter = vi.fn(async ({ from, to }: { from: number; to: number }) => from < to)
  const input = z
    .object({ from: z.number(), to: z.number() })
    .refine(isAfter, { message: '"to" must come after "from"', path: ['to'] })
  const range = { description: 'Ranges', execute: () => 1 }
  const session = await plugboard.createSession('ada', {
    customTools: [
      customTool({ ...range, slug: 'zod', input }),
      customTool({ ...range, slug: 'standard', input: onlyStandard(input) }),
    ],
  })

  const refusal = {
    successful: false,
    error: expect.stringContaining('- `to` is wrong: "to" must come after "from"'),
  }
  expect(await session.execute('LOCAL_ZOD', { from: 2, to: 1 })).toMatchObject(refusal)
  expect(isAfter).toHaveBeenCalledTimes(1)
  expect(await session.execute('LOCAL_STANDARD', { from: 2, to: 1 })).toMatchObject(refusal)
})

test('a check that breaks is told to the model, and the tool not run', async () => {
  const { plugboard } = notes()
  const execute = vi.fn(() => 1)
  const input = z.object({
    id: z.string().refine(() => {
      throw new Error('the list of ids is gone')
    }),
  })
  const session = await plugboard.createSession('ada', {
    customTools: [customTool({ slug: 'breaks', description: 'Breaks', input, execute })],
  })

  expect(await session.execute('LOCAL_BREAKS', { id: '1' })).toMatchObject({
    successful: false,
    error:
      'The input schema of LOCAL_BREAKS could not check the arguments, so it was not run: the list of ids is gone',
  })
  expect(execute).not.toHaveBeenCalled()
})

test.each<[string, unknown, Record<string, unknown>]>([
  ['an object', { at: new Date(0), left: undefined }, { at: '1970-01-01T00:00:00.000Z' }],
  ['a list', [1, 2], { result: [1, 2] }],
  ['text', 'done', { result: 'done' }],
  ['nothing', undefined, {}],
])('%s as an answer is the same as if it came over the wire', async (_name, answer, data) => {
  const { plugboard } = notes()
  const session = await plugboard.createSession('ada', {
    customTools: [
      { slug: 'answer', description: 'Answers', input: { type: 'object' }, execute: () => answer },
    ],
  })

  expect(await session.execute('LOCAL_ANSWER')).toEqual({
    data,
    error: null,
    logId: null,
    successful: true,
  })
})

test.each<[string, CustomTool['input'], string]>([
  ['no object', z.string(), 'does not describe an object'],
  ['nothing JSON Schema can say', z.object({ at: z.date() }), 'cannot be expressed in JSON Schema'],
  ['an object of zod schemas', { words: z.string() }, 'wrap it in z.object'],
])('an input that is %s is refused before anything is sent', async (_name, input, said) => {
  verifies('toolkit.custom-tools.schemas')
  const { plugboard } = notes()

  await expect(
    plugboard.createSession('ada', {
      customTools: [{ slug: 'odd', description: 'Odd', input, execute: () => 1 }],
    }),
  ).rejects.toMatchObject({
    slug: 'misconfigured',
    message: expect.stringMatching(new RegExp(`custom tool "odd".*${said}`)),
  })
})

test('a tool that extends a toolkit gets the account of the user, runs other tools and asks the API through the proxy', async () => {
  verifies('toolkit.custom-tools.account')
  const { plugboard, connect, upstream } = notes()
  const account = await connect('cleo')
  const copyNote = customTool({
    slug: 'copy_note',
    description: 'Copies a note',
    extendsToolkit: 'notes',
    input: z.object({ id: z.string() }),
    execute: async ({ id }, { session, signal, connectedAccount }) => {
      const { data } = await session.execute('NOTES_GET_NOTE', { id }, { signal })
      const made = await session.proxyExecute(
        {
          toolkit_slug: 'notes',
          endpoint: '/notes',
          method: 'POST',
          body: { text: String(data['url']) },
          account: connectedAccount?.id,
        },
        { signal },
      )
      return { account: connectedAccount, status: made.status }
    },
  })
  const session = await plugboard.createSession('cleo', { customTools: [copyNote] })

  expect(await session.execute('LOCAL_NOTES_COPY_NOTE', { id: '5' })).toMatchObject({
    data: { account: { id: account, user_id: 'cleo', status: 'ACTIVE' }, status: 200 },
  })
  expect(
    upstream.received.map(({ method, url, headers }) => [
      method,
      url,
      headers['x-notes-key'] !== undefined,
    ]),
  ).toEqual([
    ['GET', '/notes/5', true],
    ['POST', '/notes', true],
  ])
})

test('such a tool does not run without a connection, and says how to make it', async () => {
  verifies('toolkit.custom-tools.account')
  const { plugboard, connect } = notes()
  let runs = 0
  const tool = {
    slug: 'star',
    description: 'Stars a note',
    extendsToolkit: 'notes',
    input: { type: 'object' },
    execute: () => (runs += 1),
  }
  const session = await plugboard.createSession('bob', { customTools: [tool] })

  const refused = await session.execute('LOCAL_NOTES_STAR')
  expect(refused).toMatchObject({
    successful: false,
    error: expect.stringContaining('no active connection to "notes"'),
    data: { redirect_url: expect.stringContaining('/connect/') },
  })
  expect(refused.error).toContain(String(refused.data['redirect_url']))

  const alone = await plugboard.createSession('bob', {
    customTools: [tool],
    manage_connections: false,
  })
  expect((await alone.execute('LOCAL_NOTES_STAR')).error).toContain('Ask the user to connect it')

  const foreign = await connect('dora')
  expect((await session.execute('LOCAL_NOTES_STAR', {}, { account: foreign })).error).toContain(
    foreign,
  )
  expect(runs).toBe(0)
})

test('where the session wants accounts named, such a tool asks which one is meant', async () => {
  verifies('toolkit.custom-tools.account')
  const { plugboard, connect } = notes()
  const accounts = [
    await connect('fay'),
    await connect('fay', 'notes-secret-of-the-second-account'),
  ]
  const tool = customTool({
    slug: 'star',
    description: 'Stars a note',
    extendsToolkit: 'notes',
    input: z.object({}),
    execute: (_given, { connectedAccount }) => ({ id: connectedAccount?.id }),
  })
  const session = await plugboard.createSession('fay', {
    customTools: [tool],
    multi_account: { require_explicit_selection: true },
  })

  const asked = await session.execute('LOCAL_NOTES_STAR')
  for (const id of accounts) expect(asked.error).toContain(id)
  expect(await session.execute('LOCAL_NOTES_STAR', {}, { account: accounts[0] })).toMatchObject({
    data: { id: accounts[0] },
  })
  expect(
    resultsOf(
      await session.execute('SVC_MULTI_EXECUTE_TOOL', many(['LOCAL_NOTES_STAR', {}, accounts[1]])),
    )[0],
  ).toMatchObject({ data: { id: accounts[1] } })
})

test('a session that asks first asks before a custom tool too', async () => {
  verifies('toolkit.approvals.custom')
  const { plugboard } = notes()
  let runs = 0
  const wipe = customTool({
    slug: 'wipe',
    description: 'Wipes the disk',
    input: z.object({}),
    annotations: { destructiveHint: true },
    execute: () => (runs += 1),
  })
  for (const approvals of [{ tags: ['destructiveHint' as const] }, { tools: ['LOCAL_WIPE'] }]) {
    const session = await plugboard.createSession('ada', { customTools: [wipe], approvals })
    const [tool] = await session.tools({ tools: ['LOCAL_WIPE'] })
    runs = 0

    expect(tool?.approval).toBe('required')
    expect(await tool?.execute({})).toMatchObject({
      successful: false,
      data: { status: 'pending_approval' },
    })
    expect(
      resultsOf(await session.execute('SVC_MULTI_EXECUTE_TOOL', many(['LOCAL_WIPE'])))[0],
    ).toMatchObject({ data: { status: 'pending_approval' } })
    expect(await tool?.execute({}, { approved: false })).toMatchObject({
      data: { status: 'denied' },
    })
    expect(runs).toBe(0)
    expect(await tool?.execute({}, { approved: true })).toMatchObject({ successful: true })
    expect(runs).toBe(1)
  }
})

test('what ends a call inside a custom tool is its failure, not the end of its caller', async () => {
  verifies('toolkit.signals')
  const { plugboard } = notes()
  const give = [{ signal: AbortSignal.abort() }, { timeoutMs: 0 }]
  const session = await plugboard.createSession('ada', {
    customTools: [
      customTool({
        slug: 'inner',
        description: 'Calls another',
        input: z.object({ way: z.number() }),
        execute: ({ way }, context) => context.session.execute('OPEN_LIST_NOTES', {}, give[way]),
      }),
    ],
  })

  for (const way of give.keys())
    expect(await session.execute('LOCAL_INNER', { way })).toMatchObject({
      successful: false,
      error: expect.stringMatching(/aborted by its signal|not answered within its time limit/),
    })
})

test('a custom tool ends with the signal and the time of its call, whether or not it looks', async () => {
  verifies('toolkit.signals')
  const { plugboard } = notes()
  const reasons: unknown[] = []
  const wait = customTool({
    slug: 'wait',
    description: 'Waits',
    input: z.object({}),
    execute: (_given, { signal }) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason))
      return new Promise(() => {})
    },
  })
  const session = await plugboard.createSession('ada', { customTools: [wait] })
  const [tool] = await session.tools({ tools: ['LOCAL_WAIT'] })
  const controller = new AbortController()

  const calls = [
    session.execute('LOCAL_WAIT', {}, { signal: controller.signal }),
    tool!.execute({}, { signal: controller.signal }),
    session.execute('SVC_MULTI_EXECUTE_TOOL', many(['LOCAL_WAIT']), { signal: controller.signal }),
  ]
  setTimeout(() => controller.abort(), 20)
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { slug: 'aborted' } })
  expect(reasons).toHaveLength(3)

  await expect(session.execute('LOCAL_WAIT', {}, { timeoutMs: 5 })).rejects.toMatchObject({
    slug: 'timeout',
  })
  expect(await tool!.execute({}, { timeoutMs: 5 })).toMatchObject({
    successful: false,
    error: expect.stringContaining('not answered within its time limit'),
  })
})
