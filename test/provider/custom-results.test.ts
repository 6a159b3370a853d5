import { expect, test } from 'vitest'
import { customTool } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { many, openNotes, resultsOf } from './open-notes.ts'

const notes = openNotes()
const input = { type: 'object', properties: {} } as const
const png = () => new File(['bytes'], 'chart.png', { type: 'image/png' })
const long = () => ({ text: 'word '.repeat(20_000) })

/** Runs a custom tool that answers this. */
const answer = async (value: () => unknown, options: Record<string, unknown> = {}) => {
  const tool = customTool({ slug: 'answer', description: 'Answers', input, execute: value })
  const session = await notes().plugboard.createSession('ada', { customTools: [tool], ...options })
  return { session, result: await session.execute('LOCAL_ANSWER') }
}

test('a file is stored by the service, and can be read by its address', async () => {
  verifies('toolkit.custom-tools.results')
  const { session, result } = await answer(() => ({ month: 'May', file: png() }))
  expect(result).toMatchObject({
    successful: true,
    data: { month: 'May', file: { name: 'chart.png', content_type: 'image/png', size: 5 } },
  })
  const { url } = result.data['file'] as { url: string }
  expect(new TextDecoder().decode((await session.readFile(url)).bytes)).toBe('bytes')
})

test('a long result is a preview with a handle, unless the session says otherwise', async () => {
  verifies('toolkit.custom-tools.results')
  const { session, result } = await answer(long)
  const { handle } = result.data
  expect(result.data).toMatchObject({
    size: expect.any(Number),
    shape: { text: 'string of 100000 characters' },
  })
  expect(
    (await session.execute('SVC_READ_RESULT', { handle, path: 'text', limit: 4 })).data,
  ).toMatchObject({
    value: 'word',
  })
  expect((await answer(long, { answers: { offload: false } })).result.data).toEqual(long())
  const { result: raised } = await answer(long, { workbench: { auto_offload_threshold: 200_000 } })
  expect(raised.data).toEqual(long())
})

test('a short result needs no request', async () => {
  verifies('toolkit.custom-tools.results')
  const sent: string[] = []
  const counting: typeof fetch = (request, init) => {
    sent.push(`${request}`.replace(/.*session\/[^/]+/, ''))
    return fetch(request, init)
  }
  const plugboard = notes().connectTo({ fetch: counting })
  const tool = customTool({ slug: 'answer', description: 'Answers', input, execute: () => 'short' })
  const session = await plugboard.createSession('ada', { customTools: [tool] })
  const opening = sent.length
  expect((await session.execute('LOCAL_ANSWER')).data).toEqual({ result: 'short' })
  expect(sent).toHaveLength(opening)
})

test('what no result can hold does not make a call that was made a failure', async () => {
  verifies('toolkit.custom-tools.results')
  const paid = async (value: unknown) => {
    const { result } = await answer(() => value)
    expect(result).toMatchObject({ successful: true, error: null })
    return result.data
  }
  const problem = (words: string) => ({ problem: expect.stringContaining(words) })
  expect(await paid({ paid: true, chart: png() })).toEqual({
    paid: true,
    chart: { content_type: 'image/png', size: 5, name: 'chart.png', ...problem('as `file`') },
  })
  const untyped = { size: 3, ...problem('media type') }
  expect(await paid({ paid: true, file: new Uint8Array(3) })).toEqual({ paid: true, file: untyped })
  expect(await paid({ files: [Buffer.from('abc'), new ArrayBuffer(3)] })).toEqual({
    files: [untyped, untyped],
  })
  const { files } = await paid({ files: Array.from({ length: 11 }, png) })
  expect(files).toHaveLength(11)
  expect(files).toContainEqual(expect.objectContaining(problem('at most 10 files')))
  expect(await paid(new Blob([new Uint8Array(25 * 1024 * 1024)]))).toEqual({
    file: expect.objectContaining({ size: 25 * 1024 * 1024, ...problem('25165824 bytes') }),
  })
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  for (const value of [() => 1, 1n, cycle])
    expect(await paid(value)).toEqual(problem('cannot be converted to JSON'))
  const gone = Object.assign(png(), { arrayBuffer: () => Promise.reject(new Error('gone')) })
  expect(await paid({ paid: true, file: gone })).toMatchObject({
    paid: true,
    file: { name: 'chart.png', ...problem('could not be stored') },
  })
})

test('where the service cannot store them, the model learns of files, and the result is kept', async () => {
  verifies('toolkit.custom-tools.results')
  const tool = customTool({
    slug: 'answer',
    description: 'Answers',
    input,
    execute: () => ({ month: 'May', files: [png()], ...long() }),
  })
  const plugboard = notes().connectTo({
    retries: 0,
    fetch: (request, init) =>
      `${request}`.endsWith('/results')
        ? Promise.reject(new TypeError('no connection'))
        : fetch(request, init),
  })
  const session = await plugboard.createSession('ada', { customTools: [tool] })
  const [agentTool] = await session.tools({ tools: ['LOCAL_ANSWER'] })
  const result = await agentTool!.execute({})
  expect(result).toMatchObject({
    successful: true,
    data: {
      month: 'May',
      files: [{ name: 'chart.png', size: 5, problem: 'The file could not be stored' }],
    },
  })
  expect(await agentTool!.show(result, { files: true })).toMatchObject({ files: [] })
})

test('hooks see the result as it is stored, also within a multi-execute', async () => {
  verifies('toolkit.custom-tools.results')
  const seen: unknown[] = []
  const tool = customTool({ slug: 'answer', description: 'Answers', input, execute: png })
  const session = await notes().plugboard.createSession('ada', {
    customTools: [tool],
    afterExecute: ({ result }) => void seen.push(result.data),
  })
  const [result] = resultsOf(
    await session.execute('SVC_MULTI_EXECUTE_TOOL', many(['LOCAL_ANSWER'])),
  )
  expect(result?.data).toMatchObject({ file: { url: expect.any(String) } })
  expect(seen).toEqual([result?.data])
})

test('an argument of a call in a multi-execute that came as text is read, and said', async () => {
  verifies('toolkit.custom-tools.results')
  const tool = customTool({
    slug: 'count',
    description: 'Counts',
    input: {
      type: 'object',
      properties: { of: { type: 'array', items: { type: 'string' } } },
      required: ['of'],
    },
    execute: ({ of }) => ({ count: of.length }),
  })
  const session = await notes().plugboard.createSession('ada', { customTools: [tool] })
  const { data } = await session.execute(
    'SVC_MULTI_EXECUTE_TOOL',
    many(['LOCAL_COUNT', { of: '["a", "b"]' }]),
  )
  expect(data['results']).toMatchObject([{ data: { count: 2 }, parsed_arguments: ['of'] }])
})
