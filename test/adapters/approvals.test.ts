import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { Command, interrupt, MemorySaver } from '@langchain/langgraph'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import type { LanguageModelV4GenerateResult, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { generateText, isStepCount, streamText, tool, type ModelMessage } from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Agent, OpenAIProvider, Runner, tool as toAgentsTool } from '@openai/agents'
import { aiToolApproval, aiTools } from '../../adapters/ai/index.ts'
import { langchainTools } from '../../adapters/langchain/index.ts'
import { openaiAgentsTools, openaiTools, type ApprovalCall } from '../../adapters/openai/index.ts'
import { many } from '../provider/open-notes.ts'
import { verifies } from '../requirements.ts'
import { openReviewedNotes } from './open-reviewed-notes.ts'
import { serveOpenai } from './serve-openai.ts'

const { session, sent } = openReviewedNotes()

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}
const calls = (...made: [name: string, input: unknown][]): LanguageModelV4GenerateResult => ({
  content: made.map(([toolName, input], index) => ({
    type: 'tool-call',
    toolCallId: `call_${index}`,
    toolName,
    input: JSON.stringify(input),
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

/** One turn of the AI SDK, in which a person decides on every request. */
const decideInAi = async (
  first: LanguageModelV4GenerateResult,
  approved: boolean,
  slugs?: string[],
) => {
  const tools = {
    ...(await aiTools(session(), slugs && { tools: slugs })),
    ownTool: tool({ inputSchema: z.object({}), execute: () => 'mine' }),
  }
  const model = new MockLanguageModelV4({ doGenerate: [first, first, says('Done.')] })
  const run = (messages: ModelMessage[]) =>
    generateText({
      model,
      tools,
      toolApproval: aiToolApproval(tools),
      stopWhen: isStepCount(2),
      messages,
    })
  const messages: ModelMessage[] = [{ role: 'user', content: 'Delete the note' }]
  const asked = await run(messages)
  const requests = asked.content.filter((part) => part.type === 'tool-approval-request')
  const sentBefore = sent()
  messages.push(...asked.responseMessages, {
    role: 'tool',
    content: requests.map(({ approvalId }) => ({
      type: 'tool-approval-response',
      approvalId,
      approved,
    })),
  })
  const answered = await run(messages)
  return { requests, sentBefore, answered }
}

test('the AI SDK asks for the calls that need it alone, and an approved call is made once', async () => {
  verifies('toolkit.approvals.frameworks')
  const { requests, sentBefore, answered } = await decideInAi(
    calls(['OPEN_DELETE_NOTE', { id: '1' }], ['OPEN_LIST_NOTES', {}], ['ownTool', {}]),
    true,
    ['OPEN_DELETE_NOTE', 'OPEN_LIST_NOTES'],
  )

  expect(requests.map(({ toolCall }) => toolCall.toolName)).toEqual(['OPEN_DELETE_NOTE'])
  expect(sentBefore).toEqual(['GET /notes'])
  // The scripted model repeats its calls under their old ids: nobody agreed to those.
  expect(answered.content.filter((part) => part.type === 'tool-approval-request')).toHaveLength(1)
  expect(sent().filter((request) => request.startsWith('DELETE'))).toEqual(['DELETE /notes/1'])
  expect((await session().approvals.list()).items.map(({ status }) => status)).toEqual(['used'])
})

test('it is the same where the AI SDK streams', async () => {
  verifies('toolkit.approvals.frameworks')
  const tools = await aiTools(session(), { tools: ['OPEN_DELETE_NOTE'] })
  const stream = (...parts: LanguageModelV4StreamPart[]) => ({
    stream: convertArrayToReadableStream<LanguageModelV4StreamPart>([
      { type: 'stream-start', warnings: [] },
      ...parts,
      { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
    ]),
  })
  const model = new MockLanguageModelV4({
    doStream: [
      stream({
        type: 'tool-call',
        toolCallId: 'call_0',
        toolName: 'OPEN_DELETE_NOTE',
        input: '{"id":"12"}',
      }),
      stream(
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'Done.' },
        { type: 'text-end', id: '1' },
      ),
    ],
  })
  const run = (messages: ModelMessage[]) =>
    streamText({
      model,
      tools,
      toolApproval: aiToolApproval(tools),
      stopWhen: isStepCount(2),
      messages,
    })
  const messages: ModelMessage[] = [{ role: 'user', content: 'Delete the note' }]
  const asked = run(messages)
  const requests = (await asked.content).filter((part) => part.type === 'tool-approval-request')
  expect(sent()).toEqual([])

  messages.push(...(await asked.responseMessages), {
    role: 'tool',
    content: requests.map(({ approvalId }) => ({
      type: 'tool-approval-response',
      approvalId,
      approved: true,
    })),
  })
  expect(await run(messages).text).toBe('Done.')
  expect(sent()).toEqual(['DELETE /notes/12'])
})

test('the AI SDK never sends what a person denied', async () => {
  verifies('toolkit.approvals.frameworks')
  await decideInAi(calls(['OPEN_DELETE_NOTE', { id: '2' }]), false, ['OPEN_DELETE_NOTE'])

  expect(sent()).toEqual([])
})

test('the AI SDK asks for a multi-execute with such a call in it', async () => {
  verifies('toolkit.approvals.frameworks')
  const { requests, sentBefore } = await decideInAi(
    calls(['SVC_MULTI_EXECUTE_TOOL', many(['OPEN_LIST_NOTES'], ['OPEN_DELETE_NOTE', { id: '3' }])]),
    true,
  )

  expect(requests).toHaveLength(1)
  expect(sentBefore).toEqual([])
  expect(sent().toSorted()).toEqual(['DELETE /notes/3', 'GET /notes'])
})

test('without toolApproval the model of the AI SDK reads that the call waits', async () => {
  const model = new MockLanguageModelV4({
    doGenerate: [calls(['OPEN_DELETE_NOTE', { id: '4' }]), says('Please approve.')],
  })
  const { steps } = await generateText({
    model,
    tools: await aiTools(session(), { tools: ['OPEN_DELETE_NOTE'] }),
    stopWhen: isStepCount(2),
    prompt: 'Delete it',
  })

  expect(steps[0]?.toolResults[0]?.output).toMatchObject({ data: { status: 'pending_approval' } })
  expect(sent()).toEqual([])
})

/** An agent of LangGraph with a scripted model, in one conversation. */
const openGraph = async (
  made: { name: string; args: Record<string, unknown>; id: string }[],
  slugs?: string[],
  version: 'v1' | 'v2' = 'v2',
) => {
  const tools = await langchainTools(session(), { ...(slugs && { tools: slugs }), interrupt })
  const agent = createReactAgent({
    llm: fakeModel().respondWithTools(made).respond(new AIMessage('Done.')),
    tools,
    checkpointer: new MemorySaver(),
    version,
  })
  const thread = { configurable: { thread_id: 'one' } }
  return {
    start: async () => agent.invoke({ messages: [new HumanMessage('Delete the note')] }, thread),
    waiting: async () =>
      (await agent.getState(thread)).tasks.flatMap(({ interrupts }) => interrupts),
    resume: async (resume: unknown) => {
      const { messages } = await agent.invoke(new Command({ resume }), thread)
      return messages.filter((message) => ToolMessage.isInstance(message))
    },
  }
}

test('LangGraph is interrupted before a call that needs it, and an approved call is made once', async () => {
  verifies('toolkit.approvals.frameworks')
  const made = [
    { name: 'OPEN_DELETE_NOTE', args: { id: '5' }, id: 'call_0' },
    { name: 'OPEN_LIST_NOTES', args: {}, id: 'call_1' },
  ]
  const graph = await openGraph(made, ['OPEN_DELETE_NOTE', 'OPEN_LIST_NOTES'])

  await graph.start()
  expect(await graph.waiting()).toMatchObject([
    {
      value: {
        actionRequests: [{ name: 'OPEN_DELETE_NOTE', args: { id: '5' } }],
        reviewConfigs: [{ allowedDecisions: ['approve', 'edit', 'reject', 'respond'] }],
      },
    },
  ])
  expect(sent()).toEqual(['GET /notes'])

  const messages = await graph.resume({ decisions: [{ type: 'approve' }] })
  expect(messages.map(({ status }) => status)).toEqual(['success', 'success'])
  expect(sent()).toEqual(['GET /notes', 'DELETE /notes/5'])
})

test('each of several calls in LangGraph has its own answer', async () => {
  verifies('toolkit.approvals.frameworks')
  const graph = await openGraph(
    [
      { name: 'OPEN_DELETE_NOTE', args: { id: '6' }, id: 'call_0' },
      { name: 'OPEN_DELETE_NOTE', args: { id: '7' }, id: 'call_1' },
    ],
    ['OPEN_DELETE_NOTE'],
  )

  await graph.start()
  const waiting = await graph.waiting()
  const decide = (id: string) =>
    waiting.find(({ value }) => value.actionRequests[0].args.id === id)?.id ?? ''
  const messages = await graph.resume({
    [decide('6')]: { decisions: [{ type: 'reject' }] },
    [decide('7')]: { decisions: [{ type: 'approve' }] },
  })

  expect(messages.map(({ status, tool_call_id }) => [tool_call_id, status])).toEqual([
    ['call_0', 'error'],
    ['call_1', 'success'],
  ])
  expect(messages[0]?.content).toContain('The user denied this call')
  expect(sent()).toEqual(['DELETE /notes/7'])
})

test('a task of LangGraph that begins anew after an interrupt makes no call twice', async () => {
  verifies('toolkit.approvals.frameworks')
  const made = [
    { name: 'OPEN_LIST_NOTES', args: {}, id: 'call_0' },
    { name: 'OPEN_DELETE_NOTE', args: { id: '13' }, id: 'call_1' },
    { name: 'OPEN_DELETE_NOTE', args: { id: '14' }, id: 'call_2' },
  ]
  const graph = await openGraph(made, ['OPEN_DELETE_NOTE', 'OPEN_LIST_NOTES'], 'v1')

  await graph.start()
  await graph.resume({ decisions: [{ type: 'approve' }] })
  const messages = await graph.resume({ decisions: [{ type: 'approve' }] })

  expect(messages.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
  // Calls that only read are made again.
  expect(new Set(sent())).toEqual(new Set(['DELETE /notes/13', 'DELETE /notes/14', 'GET /notes']))
  expect(sent().filter((request) => request.startsWith('DELETE'))).toHaveLength(2)
})

test.each([
  [{ decisions: [] }],
  ['yes'],
  [{ decisions: [{ type: 'approve' }, { type: 'reject' }] }],
  [true],
])('LangGraph takes %j for no', async (answer) => {
  verifies('toolkit.approvals.frameworks')
  const graph = await openGraph([
    { name: 'SVC_MULTI_EXECUTE_TOOL', args: many(['OPEN_DELETE_NOTE', { id: '8' }]), id: 'call_0' },
  ])

  await graph.start()
  expect((await graph.resume(answer)).map(({ status }) => status)).toEqual(['error'])
  expect(sent()).toEqual([])
})

test('the OpenAI runner asks for the calls that need it alone, and does what is answered', async () => {
  verifies('toolkit.approvals.frameworks')
  const tools = await openaiTools(session(), { tools: ['OPEN_DELETE_NOTE', 'OPEN_LIST_NOTES'] })
  const call = (name: string, input: unknown) => ({
    id: name,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(input) },
  })
  const message = {
    tool_calls: [
      call('OPEN_DELETE_NOTE', { id: '9' }),
      call('OPEN_LIST_NOTES', {}),
      call('OPEN_DELETE_NOTE', { id: '10' }),
    ],
  }
  const asked: ApprovalCall[] = []

  let open = 0
  const approve = async (each: ApprovalCall) => {
    asked.push(each)
    expect((open += 1)).toBe(1)
    await new Promise(setImmediate)
    open -= 1
    return (each.arguments as { id: string }).id === '9'
  }
  const outputs = await tools.run(message, { approve })
  expect(asked).toEqual(
    ['9', '10'].map((id) => ({
      name: 'OPEN_DELETE_NOTE',
      arguments: { id },
      description: 'Delete a note',
    })),
  )
  expect(outputs.map(({ content }) => String(content).includes('denied'))).toEqual([
    false,
    false,
    true,
  ])
  expect(sent().toSorted()).toEqual(['DELETE /notes/9', 'GET /notes'])

  const response = {
    output: [
      {
        type: 'function_call' as const,
        call_id: 'a',
        name: 'OPEN_DELETE_NOTE',
        arguments: '{"id":"11"}',
      },
    ],
  }
  expect(
    await tools.run(response as Parameters<typeof tools.run>[0] & { output: [] }),
  ).toMatchObject([{ output: expect.stringContaining('pending_approval') }])
  expect(sent()).toHaveLength(2)
})

test('the OpenAI agents are interrupted before a call that needs it; an approved call is made once, a rejected one never', async () => {
  verifies('toolkit.approvals.frameworks')
  const remove = (id: string) => ({ name: 'OPEN_DELETE_NOTE', arguments: JSON.stringify({ id }) })
  await using model = await serveOpenai(
    { calls: [remove('15'), { name: 'OPEN_LIST_NOTES', arguments: '{}' }, remove('16')] },
    { text: 'Done.' },
  )
  const tools = await openaiAgentsTools(session(), {
    tools: ['OPEN_DELETE_NOTE', 'OPEN_LIST_NOTES'],
  })
  const agent = new Agent({
    name: 'Agent',
    model: 'scripted',
    tools: tools.map((each) => toAgentsTool(each)),
  })
  const runner = new Runner({
    modelProvider: new OpenAIProvider({ apiKey: 'sk-test', baseURL: `${model.url}/v1` }),
    tracingDisabled: true,
  })

  const asked = await runner.run(agent, 'Delete the notes')
  expect(
    asked.interruptions.map(({ rawItem }) => 'arguments' in rawItem && rawItem.arguments),
  ).toEqual(['{"id":"15"}', '{"id":"16"}'])
  const [first, second] = asked.interruptions
  if (first) asked.state.approve(first)
  if (second) asked.state.reject(second)
  const answered = await runner.run(agent, asked.state)

  expect(answered.finalOutput).toBe('Done.')
  expect(sent().toSorted()).toEqual(['DELETE /notes/15', 'GET /notes'])
})
