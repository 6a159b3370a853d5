import { expect, test } from 'vitest'
import { z } from 'zod'
import { customTool, type HookedCall, type Hooks } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { many, openNotes, resultsOf } from './open-notes.ts'

const notes = openNotes()

/** Hooks that remember what they saw. */
const watch = (name: string, seen: string[]): Hooks => ({
  beforeExecute: ({ slug, arguments: given }) =>
    void seen.push(`${name} before ${slug} ${JSON.stringify(given)}`),
  afterExecute: ({ slug, result }) =>
    void seen.push(`${name} after ${slug} ${result.error === null}`),
})

const echo = customTool({
  slug: 'echo',
  description: 'Echoes',
  input: z.object({ text: z.string() }),
  execute: (given) => given,
})

test('hooks stand around agent tools, session.execute and each call of a multi-execute, the outer ones first', async () => {
  verifies('toolkit.hooks')
  const { connectTo } = notes()
  const seen: string[] = []
  const plugboard = connectTo(watch('outer', seen))
  const { id } = await plugboard.createSession('ada', { customTools: [echo] })
  const session = await plugboard.useSession(id, { customTools: [echo], ...watch('inner', seen) })
  const [tool] = await session.tools({ tools: ['OPEN_GET_NOTE'] })
  const around = (slug: string, given: string, successful: boolean) => [
    `outer before ${slug} ${given}`,
    `inner before ${slug} ${given}`,
    `inner after ${slug} ${successful}`,
    `outer after ${slug} ${successful}`,
  ]

  await tool?.execute({ id: '1' })
  expect(seen.splice(0)).toEqual(around('OPEN_GET_NOTE', '{"id":"1"}', true))
  await session.execute('LOCAL_ECHO', { text: 'a' })
  expect(seen.splice(0)).toEqual(around('LOCAL_ECHO', '{"text":"a"}', true))
  await session.execute(
    'SVC_MULTI_EXECUTE_TOOL',
    many(['OPEN_GET_NOTE', { id: '2' }], ['LOCAL_ECHO', {}]),
  )
  expect(seen.splice(0).toSorted()).toEqual(
    [
      ...around('OPEN_GET_NOTE', '{"id":"2"}', true),
      ...around('LOCAL_ECHO', '{}', false),
    ].toSorted(),
  )
  await session.execute('SVC_SEARCH_TOOLS', { queries: [{ use_case: 'get a note' }] })
  expect(seen).toHaveLength(4)
})

test('beforeExecute changes arguments, and what is sent is what it made of them', async () => {
  verifies('toolkit.hooks')
  const { plugboard, upstream } = notes()
  const session = await plugboard.createSession('ada', {
    beforeExecute: ({ arguments: given }) => ({
      arguments: { ...given, id: `n-${String(given['id'])}` },
    }),
  })
  const [tool] = await session.tools({ tools: ['OPEN_GET_NOTE'] })

  await tool?.execute({ id: '1' })
  await session.execute('OPEN_GET_NOTE', { id: '2' })
  await session.execute('SVC_MULTI_EXECUTE_TOOL', many(['OPEN_GET_NOTE', { id: '3' }]))

  expect(upstream.received.map(({ url }) => url)).toEqual([
    '/notes/n-1',
    '/notes/n-2',
    '/notes/n-3',
  ])
})

test('a result of beforeExecute stands in for the call, which is not made', async () => {
  verifies('toolkit.hooks.stand-in')
  const { plugboard, upstream } = notes()
  const after: string[] = []
  const session = await plugboard.createSession('ada', {
    beforeExecute: ({ slug }) =>
      slug === 'OPEN_DELETE_NOTE'
        ? { result: { error: 'Nobody deletes notes here' } }
        : slug === 'OPEN_GET_NOTE'
          ? { result: { data: { cached: true } } }
          : undefined,
    afterExecute: ({ slug }) => void after.push(slug),
  })

  expect(await session.execute('OPEN_DELETE_NOTE', { id: '1' })).toEqual({
    data: {},
    error: 'Nobody deletes notes here',
    logId: null,
    successful: false,
  })
  const answer = await session.execute(
    'SVC_MULTI_EXECUTE_TOOL',
    many(['OPEN_DELETE_NOTE', { id: '1' }], ['OPEN_LIST_NOTES'], ['OPEN_GET_NOTE', { id: '1' }]),
  )
  expect(resultsOf(answer)).toMatchObject([
    { index: 0, successful: false, error: 'Nobody deletes notes here', log_id: null },
    { index: 1, successful: true, data: { url: '/notes' } },
    { index: 2, successful: true, data: { cached: true } },
  ])
  expect(upstream.received.map(({ url }) => url)).toEqual(['/notes'])
  expect(after.toSorted()).toEqual([
    'OPEN_DELETE_NOTE',
    'OPEN_DELETE_NOTE',
    'OPEN_GET_NOTE',
    'OPEN_LIST_NOTES',
  ])
})

test('afterExecute changes what came back, and keeps the id of the log', async () => {
  verifies('toolkit.hooks')
  const { plugboard } = notes()
  const session = await plugboard.createSession('ada', {
    afterExecute: ({ slug, result }) =>
      slug === 'OPEN_LIST_NOTES' ? { error: 'hidden' } : { data: { seen: result.data['url'] } },
  })

  expect(await session.execute('OPEN_GET_NOTE', { id: '1' })).toEqual({
    data: { seen: '/notes/1' },
    error: null,
    logId: expect.stringMatching(/^log_/),
    successful: true,
  })
  const answer = await session.execute(
    'SVC_MULTI_EXECUTE_TOOL',
    many(['OPEN_GET_NOTE', { id: '2' }], ['OPEN_LIST_NOTES']),
  )
  expect(resultsOf(answer)).toMatchObject([
    { data: { seen: '/notes/2' }, successful: true, log_id: expect.stringMatching(/^log_/) },
    { error: 'hidden', successful: false, log_id: expect.stringMatching(/^log_/) },
  ])
  expect(answer.data).toMatchObject({ succeeded: 1, failed: 1 })
})

test('modifySchema changes tools, and what the meta tools and searches answer', async () => {
  verifies('toolkit.hooks.schema')
  const { plugboard, upstream } = notes()
  const session = await plugboard.createSession('ada', {
    customTools: [echo],
    modifySchema: ({ slug, inputSchema, description }) => {
      // The copy is the hook's own.
      if (slug === 'OPEN_GET_NOTE')
        delete (inputSchema['properties'] as Record<string, unknown>)['id']
      return slug === 'OPEN_GET_NOTE'
        ? {
            inputSchema: { ...inputSchema, required: [] },
            description: `${description} of the office`,
          }
        : undefined
    },
    beforeExecute: ({ slug, arguments: given }) =>
      slug === 'OPEN_GET_NOTE' ? { arguments: { ...given, id: 'office' } } : undefined,
  })
  const changed = {
    description: 'Get a note of the office',
    input_schema: { type: 'object', properties: {}, required: [] },
  }

  const [tool] = await session.tools({ tools: ['OPEN_GET_NOTE'] })
  expect(tool).toMatchObject({
    description: changed.description,
    inputSchema: { properties: {}, required: [] },
  })
  expect((await session.search('get a note')).tool_schemas['OPEN_GET_NOTE']).toMatchObject(changed)
  for (const [slug, given] of [
    ['SVC_SEARCH_TOOLS', { queries: [{ use_case: 'get a note' }] }],
    ['SVC_GET_TOOL_SCHEMAS', { tool_slugs: ['OPEN_GET_NOTE'] }],
  ] as const) {
    const { data } = await session.execute(slug, given)
    expect((data['tool_schemas'] as Record<string, unknown>)['OPEN_GET_NOTE']).toMatchObject(
      changed,
    )
  }
  expect(await tool?.execute({})).toMatchObject({ successful: true })
  expect(upstream.received.map(({ url }) => url)).toEqual(['/notes/office'])
  expect((await session.tools({ tools: ['LOCAL_ECHO'] }))[0]?.description).toBe('Echoes')
})

test('an error in a hook becomes a failed result that says whether the tool was run', async () => {
  verifies('toolkit.hooks.errors')
  const { plugboard, upstream } = notes()
  const fail = () => {
    throw new Error('the policy is unreadable')
  }
  const before = await plugboard.createSession('ada', { beforeExecute: fail })
  expect(await before.execute('OPEN_LIST_NOTES')).toEqual({
    data: {},
    error:
      'OPEN_LIST_NOTES was not run because the hook beforeExecute failed: the policy is unreadable',
    logId: null,
    successful: false,
  })
  expect(
    resultsOf(await before.execute('SVC_MULTI_EXECUTE_TOOL', many(['OPEN_LIST_NOTES'])))[0],
  ).toMatchObject({ successful: false, error: expect.stringContaining('beforeExecute failed') })
  expect(upstream.received).toEqual([])

  const after = await plugboard.createSession('ada', {
    afterExecute: () => Promise.reject(new Error('no room')),
  })
  expect(await after.execute('OPEN_LIST_NOTES')).toMatchObject({
    successful: false,
    error: 'OPEN_LIST_NOTES was run, but the hook afterExecute failed: no room',
    logId: expect.stringMatching(/^log_/),
  })
  expect(upstream.received).toHaveLength(1)

  const schema = await plugboard.createSession('ada', { modifySchema: fail })
  expect(
    await schema.execute('SVC_GET_TOOL_SCHEMAS', { tool_slugs: ['OPEN_LIST_NOTES'] }),
  ).toMatchObject({
    successful: false,
    error: 'The hook modifySchema failed for OPEN_LIST_NOTES: the policy is unreadable',
  })
  await expect(schema.tools()).rejects.toMatchObject({
    slug: 'misconfigured',
    message: expect.stringContaining('modifySchema failed'),
  })
})

test('a hook hears of the signal, and an abort ends the call', async () => {
  verifies('toolkit.signals')
  const { plugboard, upstream } = notes()
  const controller = new AbortController()
  const wait = ({ signal }: HookedCall) =>
    new Promise<undefined>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('stopped')))
      controller.abort()
    })
  const session = await plugboard.createSession('ada', { beforeExecute: wait })

  await expect(
    session.execute('OPEN_LIST_NOTES', {}, { signal: controller.signal }),
  ).rejects.toMatchObject({ slug: 'aborted' })
  expect(upstream.received).toEqual([])
})

test('select of a call in a multi-execute holds where hooks run around each call, and custom tools say that they answer whole', async () => {
  verifies('adapters.select')
  const { connectTo } = notes()
  const seen: string[] = []
  const plugboard = connectTo(watch('outer', seen))
  const session = await plugboard.createSession('ada', { customTools: [echo] })
  const answered = await session.execute('SVC_MULTI_EXECUTE_TOOL', {
    tools: [
      { tool_slug: 'OPEN_GET_NOTE', arguments: { id: '7' }, select: 'url' },
      { tool_slug: 'OPEN_GET_NOTE', arguments: { id: '8' }, select: ['/url'] },
      { tool_slug: 'OPEN_GET_NOTE', arguments: { id: '9' }, select: 'nothing' },
      { tool_slug: 'LOCAL_ECHO', arguments: { text: 'a' }, select: 'text' },
    ],
  })
  expect(seen).toHaveLength(8)
  expect(resultsOf(answered)).toMatchObject([
    { data: { value: '/notes/7' } },
    { data: { '/url': '/notes/8' } },
    { data: {}, selection: { shape: expect.anything() } },
    { data: { text: 'a' }, selection: { message: expect.stringContaining('answers it whole') } },
  ])
})

test('hooks by slug run for the calls of their tool alone', async () => {
  verifies('toolkit.hooks')
  const { plugboard } = notes()
  const seen: string[] = []
  const session = await plugboard.createSession('ada', {
    customTools: [echo],
    beforeExecute: {
      LOCAL_ECHO: ({ slug, arguments: given }) => {
        seen.push(slug)
        return { arguments: { ...given, text: 'changed' } }
      },
    },
    afterExecute: { OPEN_GET_NOTE: () => ({ data: { replaced: true } }) },
    modifySchema: { LOCAL_ECHO: () => ({ description: 'Changed' }) },
  })
  const [note, own] = await session.tools({ tools: ['OPEN_GET_NOTE', 'LOCAL_ECHO'] })

  expect(await note.execute({ id: '1' })).toMatchObject({ data: { replaced: true }, error: null })
  expect(await session.execute('LOCAL_ECHO', { text: 'a' })).toMatchObject({
    data: { text: 'changed' },
  })
  expect(seen).toEqual(['LOCAL_ECHO'])
  expect(own.description).toBe('Changed')
  expect(note.description).not.toBe('Changed')
  // A name that every object has is no hook.
  expect(
    (await session.execute('constructor', {}).catch((error: Error) => error)).toString(),
  ).not.toMatch(/hook/)
})

test('hooks run however the model writes a slug or the calls of a multi-execute', async () => {
  verifies('toolkit.hooks')
  const { plugboard, upstream } = notes()
  const seen: string[] = []
  const session = await plugboard.createSession('ada', {
    beforeExecute: {
      OPEN_DELETE_NOTE: ({ slug, arguments: given }) => {
        seen.push(`${slug} ${JSON.stringify(given)}`)
        return { result: { error: 'Notes are kept' } }
      },
    },
  })
  const kept = [{ error: 'Notes are kept' }]
  const multi = async (tools: unknown) =>
    resultsOf(await session.execute('SVC_MULTI_EXECUTE_TOOL', { tools }))

  expect(await multi([{ tool_slug: 'open_delete_note', arguments: { id: '1' } }])).toMatchObject(
    kept,
  )
  expect(await multi([{ tool_slug: 'OPEN_DELETE_NOTE', arguments: '{"id":"2"}' }])).toMatchObject(
    kept,
  )
  expect(
    await multi(JSON.stringify([{ tool_slug: 'OPEN_DELETE_NOTE', arguments: { id: '3' } }])),
  ).toMatchObject(kept)
  expect(await session.execute('open_delete_note', { id: '4' })).toMatchObject(kept[0] ?? {})
  expect(
    await session.execute('svc_multi_execute_tool', {
      tools: [{ tool_slug: 'OPEN_DELETE_NOTE', arguments: { id: '5' }, all: 'yes' }],
    }),
  ).toMatchObject({ error: expect.stringContaining('so no call was made') })
  expect(seen).toEqual(
    ['1', '2', '3', '4'].map((id) => `OPEN_DELETE_NOTE ${JSON.stringify({ id })}`),
  )
  expect(upstream.received).toEqual([])
})
