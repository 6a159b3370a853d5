import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import type { DynamicStructuredTool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { expect, test } from 'vitest'
import { langchainTools } from '../../adapters/langchain/index.ts'
import { issueSchema, serveSession } from '../provider/serve-session.ts'
import { startTracker } from './start-tracker.ts'
import { serveOpenai } from './serve-openai.ts'

/**
 * What every LangChain agent does: ask the model, run what it calls, show it the messages, until it
 * only talks.
 */
const runAgent = async (
  model: Pick<ReturnType<ReturnType<typeof fakeModel>['bindTools']>, 'invoke'>,
  tools: DynamicStructuredTool[],
): Promise<BaseMessage[]> => {
  const messages: BaseMessage[] = [new HumanMessage('The door is broken')]
  for (;;) {
    const answer = await model.invoke(messages)
    messages.push(answer)
    if (!answer.tool_calls?.length) return messages
    for (const call of answer.tool_calls)
      messages.push(
        await tools.find((tool) => tool.name === call.name)?.invoke({ ...call, type: 'tool_call' }),
      )
  }
}

test('runs the calls of a model and shows it the results', async () => {
  await using service = await serveSession()
  const tools = await langchainTools(await service.plugboard.createSession('ada'), {
    search: 'create an issue',
  })
  const model = fakeModel()
    .respondWithTools([
      {
        name: 'TRACKER_CREATE_ISSUE',
        args: { title: 'Door', assignee: null, unknown: 1 },
        id: 'call_0',
      },
      { name: 'TRACKER_CREATE_ISSUE', args: { title: 'forbidden' }, id: 'call_1' },
    ])
    .respond(new AIMessage('Done.'))

  const messages = await runAgent(model.bindTools(tools), tools)

  expect(messages.at(-1)?.content).toBe('Done.')
  expect(
    messages
      .filter((message) => ToolMessage.isInstance(message))
      .map(({ content, status, tool_call_id, artifact }) => ({
        content,
        status,
        tool_call_id,
        artifact,
      })),
  ).toEqual([
    {
      content: '{"made":{"title":"Door","assignee":null,"unknown":1}}',
      status: 'success',
      tool_call_id: 'call_0',
      artifact: expect.objectContaining({ logId: 'log_1', successful: true }),
    },
    {
      content: '{"error":"The tracker refused","data":{"status":403}}',
      status: 'error',
      tool_call_id: 'call_1',
      artifact: expect.objectContaining({ logId: 'log_2', successful: false }),
    },
  ])
})

test('shows the model each schema as its author wrote it', async () => {
  await using service = await serveSession()
  await using server = await serveOpenai(
    { calls: [{ name: 'TRACKER_CREATE_ISSUE', arguments: '{"title":"Door"}' }] },
    { text: 'Done.' },
  )
  const tools = await langchainTools(await service.plugboard.createSession('ada'), {
    tools: ['TRACKER_CREATE_ISSUE'],
  })
  const model = new ChatOpenAI({
    model: 'scripted',
    apiKey: 'sk-test',
    configuration: { baseURL: `${server.url}/v1` },
  })

  const messages = await runAgent(model.bindTools(tools), tools)

  expect(messages.at(-1)?.content).toBe('Done.')
  expect(server.received[0]?.body).toHaveProperty('tools', [
    {
      type: 'function',
      function: {
        name: 'TRACKER_CREATE_ISSUE',
        description: 'Does TRACKER_CREATE_ISSUE',
        parameters: issueSchema,
      },
    },
  ])
})

test('answers arguments that do not fit without sending them, also outside of an agent', async () => {
  await using service = await serveSession()
  const [tool] = await langchainTools(await service.plugboard.createSession('ada'), {
    tools: ['TRACKER_CREATE_ISSUE'],
  })
  const sent = service.received.length

  const answer = await tool?.invoke({
    name: 'TRACKER_CREATE_ISSUE',
    args: { title: 5 },
    id: 'call_0',
    type: 'tool_call',
  })

  expect(answer).toMatchObject({
    status: 'error',
    tool_call_id: 'call_0',
    content: expect.stringContaining('- `title` must be a string'),
    artifact: { successful: false },
  })
  await expect(tool?.invoke({ title: 5 })).rejects.toThrow('title')
  expect(service.received).toHaveLength(sent)
})

test('gives text to a caller without a tool call', async () => {
  await using service = await serveSession()
  const [tool] = await langchainTools(await service.plugboard.createSession('ada'), {
    tools: ['TRACKER_CREATE_ISSUE'],
  })

  expect(await tool?.invoke({ title: 'Door' })).toBe('{"made":{"title":"Door"}}')
  expect(await tool?.invoke({ title: 'forbidden' })).toBe(
    '{"error":"The tracker refused","data":{"status":403}}',
  )
})

test('passes the signal of the run to the call', async () => {
  await using service = await serveSession()
  const [tool] = await langchainTools(await service.plugboard.createSession('ada'), {
    tools: ['TRACKER_CREATE_ISSUE'],
  })
  const sent = service.received.length

  await expect(tool?.invoke({ title: 'Door' }, { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(service.received).toHaveLength(sent)
})

test('offers the meta tools when nothing else is asked for', async () => {
  await using service = await serveSession()

  expect(
    (await langchainTools(await service.plugboard.createSession('ada'))).map((tool) => tool.name),
  ).toEqual(['SVC_SEARCH_TOOLS'])
})

test('acts on a third party through a service: by a found tool, and by the meta tools alone', async () => {
  const { plugboard, issueTitles } = await startTracker()
  const session = await plugboard.createSession('ada')

  const found = await langchainTools(session, { search: 'create an issue' })
  const byFound = fakeModel()
    .respondWithTools([
      { name: 'TRACKER_CREATE_ISSUE', args: { title: 'Broken door', assignee: null } },
    ])
    .respond(new AIMessage('Done.'))
  expect((await runAgent(byFound.bindTools(found), found))[2]?.text).toContain(
    '"title":"Broken door"',
  )

  const meta = await langchainTools(session)
  const alone = fakeModel()
    .respondWithTools([
      { name: 'SVC_SEARCH_TOOLS', args: { queries: [{ use_case: 'create an issue' }] } },
    ])
    .respondWithTools([
      {
        name: 'SVC_MULTI_EXECUTE_TOOL',
        args: {
          tools: [{ tool_slug: 'TRACKER_CREATE_ISSUE', arguments: { title: 'Broken lock' } }],
        },
      },
    ])
    .respond(new AIMessage('Done.'))
  expect((await runAgent(alone.bindTools(meta), meta))[2]?.text).toContain('TRACKER_CREATE_ISSUE')

  expect(await issueTitles()).toEqual(expect.arrayContaining(['Broken door', 'Broken lock']))
})
