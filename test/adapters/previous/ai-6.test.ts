import { expect, test, vi } from 'vitest'
import { generateText, stepCountIs, streamText, type ModelMessage, type ToolSet } from 'ai-6'
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai-6/test'
import { aiTools, aiToolsOnDemand } from '../../../adapters/ai/index.ts'
import { openNotes } from '../../provider/open-notes.ts'
import { serveSession } from '../../provider/serve-session.ts'
import { verifies } from '../../requirements.ts'

// The adapter finds the previous major where it looks for `ai`.
vi.mock('ai', () => import('ai-6'))

const notes = openNotes()

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}
const finish = (reason: 'stop' | 'tool-calls') => ({
  finishReason: { unified: reason, raw: undefined },
  usage,
  warnings: [],
})
const call = (toolName: string, input: unknown) => ({
  content: [
    { type: 'tool-call' as const, toolCallId: 'call_0', toolName, input: JSON.stringify(input) },
  ],
  ...finish('tool-calls'),
})
const says = (text: string) => ({ content: [{ type: 'text' as const, text }], ...finish('stop') })
const shown = (model: MockLanguageModelV3) =>
  [...model.doGenerateCalls, ...model.doStreamCalls]
    .at(-1)
    ?.prompt.flatMap((message) => (message.role === 'tool' ? message.content : []))
    .map((part) => (part.type === 'tool-result' ? part.output : part))

test('ai 6 runs calls, answers misfits, and streams', async () => {
  verifies('adapters.previous')
  await using service = await serveSession()
  const tools = (await aiTools(await service.plugboard.createSession('ada'), {
    tools: ['TRACKER_CREATE_ISSUE'],
  })) as unknown as ToolSet
  const model = new MockLanguageModelV3({
    doGenerate: [
      call('TRACKER_CREATE_ISSUE', { title: 5 }),
      call('TRACKER_CREATE_ISSUE', { title: 'Door' }),
      says('Done.'),
    ],
  })

  expect(
    (await generateText({ model, tools, stopWhen: stepCountIs(5), prompt: 'The door is broken' }))
      .text,
  ).toBe('Done.')
  expect(shown(model)).toEqual([
    { type: 'error-text', value: expect.stringContaining('- `title` ') },
    { type: 'json', value: { made: { title: 'Door' } } },
  ])

  const { content, ...end } = call('TRACKER_CREATE_ISSUE', { title: 'Lock' })
  const stream = (...parts: unknown[]) => ({
    stream: convertArrayToReadableStream([
      { type: 'stream-start', warnings: [] },
      ...parts,
      { type: 'finish', ...end },
    ] as never[]),
  })
  const streaming = new MockLanguageModelV3({
    doStream: [
      stream(...content),
      stream(
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'Done.' },
        { type: 'text-end', id: '1' },
      ),
    ],
  })
  expect(
    await streamText({ model: streaming, tools, stopWhen: stepCountIs(2), prompt: 'The lock too' })
      .text,
  ).toBe('Done.')
  expect(shown(streaming)).toEqual([{ type: 'json', value: { made: { title: 'Lock' } } }])
})

test('ai 6 asks a person with `needsApproval`, and loads the tools it finds', async () => {
  verifies('adapters.previous')
  const session = await notes().plugboard.createSession('ada', {
    approvals: { tools: ['OPEN_DELETE_NOTE'] },
  })
  const { tools, prepareStep } = await aiToolsOnDemand(session, { needsApproval: true })
  const model = new MockLanguageModelV3({
    doGenerate: [
      call('SVC_GET_TOOL_SCHEMAS', { tool_slugs: ['OPEN_DELETE_NOTE'] }),
      {
        ...call('OPEN_DELETE_NOTE', { id: '1' }),
        content: [
          { ...call('OPEN_DELETE_NOTE', { id: '1' }).content[0], toolCallId: 'call_1' } as never,
        ],
      },
      says('Done.'),
    ],
  })
  const run = (messages: ModelMessage[]) =>
    generateText({
      model,
      tools: tools as unknown as ToolSet,
      prepareStep: prepareStep as never,
      stopWhen: stepCountIs(5),
      messages,
    })
  const messages: ModelMessage[] = [{ role: 'user', content: 'Delete the note' }]

  const asked = await run(messages)
  const requests = asked.content.filter((part) => part.type === 'tool-approval-request')
  expect(requests).toHaveLength(1)
  expect(notes().upstream.received).toEqual([])
  messages.push(...asked.response.messages, {
    role: 'tool',
    content: requests.map(({ approvalId }) => ({
      type: 'tool-approval-response',
      approvalId,
      approved: true,
    })),
  })

  expect((await run(messages)).text).toBe('Done.')
  expect(notes().upstream.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'DELETE /notes/1',
  ])
})
