import type { LanguageModelV4GenerateResult, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { generateText, isStepCount, streamText } from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { aiTools } from '../../adapters/ai/index.ts'
import { issueSchema, serveSession } from '../provider/serve-session.ts'
import { startTracker } from './start-tracker.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}
const calls = (...inputs: unknown[]): LanguageModelV4GenerateResult => ({
  content: inputs.map((input, index) => ({
    type: 'tool-call',
    toolCallId: `call_${index}`,
    toolName: 'TRACKER_CREATE_ISSUE',
    input: typeof input === 'string' ? input : JSON.stringify(input),
  })),
  finishReason: { unified: 'tool-calls', raw: undefined },
  usage,
  warnings: [],
})
const says = (text: string): LanguageModelV4GenerateResult => ({
  content: [{ type: 'text', text }],
  finishReason: { unified: 'stop', raw: undefined },
  usage,
  warnings: [],
})

/** The outputs of tools that the model was shown in its last step. */
const shown = (model: MockLanguageModelV4) => {
  const messages = [...model.doGenerateCalls, ...model.doStreamCalls].at(-1)?.prompt ?? []
  return messages
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .map((part) => (part.type === 'tool-result' ? part.output : part))
}

test('runs the calls of a model and shows it the results', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')
  const tools = await aiTools(session, { search: 'create an issue' })
  const model = new MockLanguageModelV4({
    doGenerate: [calls({ title: 'Door', assignee: null }, { title: 'forbidden' }), says('Done.')],
  })

  const { text, steps } = await generateText({
    model,
    tools,
    stopWhen: isStepCount(3),
    prompt: 'The door is broken',
  })

  expect(text).toBe('Done.')
  expect(shown(model)).toEqual([
    { type: 'json', value: { made: { title: 'Door', assignee: null } } },
    { type: 'error-json', value: { error: 'The tracker refused', data: { status: 403 } } },
  ])
  expect(steps[0]?.toolResults.map(({ output }) => output)).toEqual([
    expect.objectContaining({ logId: 'log_1', successful: true }),
    expect.objectContaining({ logId: 'log_2', successful: false }),
  ])
})

test('shows the model each schema as its author wrote it', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')
  const model = new MockLanguageModelV4({ doGenerate: says('Done.') })

  await generateText({
    model,
    tools: await aiTools(session, { tools: ['TRACKER_CREATE_ISSUE'] }),
    prompt: 'The door is broken',
  })

  expect(model.doGenerateCalls[0]?.tools).toEqual([
    expect.objectContaining({
      type: 'function',
      name: 'TRACKER_CREATE_ISSUE',
      description: 'Does TRACKER_CREATE_ISSUE',
      inputSchema: issueSchema,
    }),
  ])
})

test('answers arguments that do not fit without sending them', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')
  const tools = await aiTools(session, { tools: ['TRACKER_CREATE_ISSUE'] })
  const sent = service.received.length
  const model = new MockLanguageModelV4({
    doGenerate: [calls({ title: 5 }, '{"title":'), says('Done.')],
  })

  await generateText({ model, tools, stopWhen: isStepCount(3), prompt: 'The door is broken' })

  expect(shown(model)).toEqual([
    { type: 'error-text', value: expect.stringContaining('- `title` ') },
    { type: 'error-text', value: expect.stringContaining('JSON') },
  ])
  expect(service.received).toHaveLength(sent)
})

test('runs while a model streams', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')
  const stream = (...parts: LanguageModelV4StreamPart[]) => ({
    stream: convertArrayToReadableStream<LanguageModelV4StreamPart>([
      { type: 'stream-start', warnings: [] },
      ...parts,
    ]),
  })
  const model = new MockLanguageModelV4({
    doStream: [
      stream(
        {
          type: 'tool-call',
          toolCallId: 'call_0',
          toolName: 'TRACKER_CREATE_ISSUE',
          input: '{"title":"Door"}',
        },
        { type: 'finish', finishReason: { unified: 'tool-calls', raw: undefined }, usage },
      ),
      stream(
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'Done.' },
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
      ),
    ],
  })

  const result = streamText({
    model,
    tools: await aiTools(session, { search: 'create an issue' }),
    stopWhen: isStepCount(3),
    prompt: 'The door is broken',
  })

  expect(await result.text).toBe('Done.')
  expect(shown(model)).toEqual([{ type: 'json', value: { made: { title: 'Door' } } }])
})

test('passes the abort signal of the run to the call', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')
  const tools = await aiTools(session, { tools: ['TRACKER_CREATE_ISSUE'] })
  const sent = service.received.length
  const controller = new AbortController()
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      controller.abort()
      return calls({ title: 'Door' })
    },
  })

  await generateText({
    model,
    tools,
    prompt: 'The door is broken',
    abortSignal: controller.signal,
  }).catch(() => undefined)

  expect(service.received).toHaveLength(sent)
})

test('offers the meta tools when nothing else is asked for', async () => {
  await using service = await serveSession()

  expect(Object.keys(await aiTools(await service.plugboard.createSession('ada')))).toEqual([
    'SVC_SEARCH_TOOLS',
  ])
})

test('acts on a third party through a service: by a found tool, and by the meta tools alone', async () => {
  const { plugboard, issueTitles } = await startTracker()
  const session = await plugboard.createSession('ada')
  const call = (toolName: string, input: unknown): LanguageModelV4GenerateResult => ({
    ...calls(),
    content: [{ type: 'tool-call', toolCallId: 'call_0', toolName, input: JSON.stringify(input) }],
  })
  const run = async (model: MockLanguageModelV4, options: Parameters<typeof aiTools>[1]) =>
    generateText({
      model,
      tools: await aiTools(session, options),
      stopWhen: isStepCount(5),
      prompt: 'The door is broken',
    })

  const found = new MockLanguageModelV4({
    doGenerate: [
      call('TRACKER_CREATE_ISSUE', { title: 'Broken door', assignee: null }),
      says('Done.'),
    ],
  })
  await run(found, { search: 'create an issue' })
  expect(shown(found)).toEqual([
    { type: 'json', value: expect.objectContaining({ title: 'Broken door' }) },
  ])

  const alone = new MockLanguageModelV4({
    doGenerate: [
      call('SVC_SEARCH_TOOLS', { queries: [{ use_case: 'create an issue' }] }),
      call('SVC_MULTI_EXECUTE_TOOL', {
        tools: [{ tool_slug: 'TRACKER_CREATE_ISSUE', arguments: { title: 'Broken lock' } }],
      }),
      says('Done.'),
    ],
  })
  await run(alone, {})
  expect(JSON.stringify(shown(alone)[0])).toContain('TRACKER_CREATE_ISSUE')

  expect(await issueTitles()).toEqual(expect.arrayContaining(['Broken door', 'Broken lock']))
})
