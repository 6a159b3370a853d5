import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { Command, interrupt, MemorySaver } from '@langchain/langgraph'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { langchainInterruptOn, langchainTools } from '../../adapters/langchain/index.ts'
import { many } from '../provider/open-notes.ts'
import { verifies } from '../requirements.ts'
import { openReviewedNotes } from './open-reviewed-notes.ts'

const { notes, session, sent } = openReviewedNotes()

type Call = { name: string; args: Record<string, unknown>; id: string }
const remove = (id: string, callId = `call_${id}`): Call => ({
  name: 'OPEN_DELETE_NOTE',
  args: { id },
  id: callId,
})
const slugs = ['OPEN_DELETE_NOTE', 'OPEN_LIST_NOTES']
const thread = { configurable: { thread_id: 'one' } }
const toolMessages = (messages: BaseMessage[]) =>
  messages.filter((message) => ToolMessage.isInstance(message))

type Made = Call[][]

/** An agent with LangChain's own middleware; each is made as another process would. */
const openAgent = async (made: Made, checkpointer: MemorySaver, tools?: string[]) => {
  const own = tool(() => 'mine', { name: 'own', description: 'Own', schema: z.looseObject({}) })
  const reopened = await notes().plugboard.useSession(session().id)
  const given = [...(await langchainTools(reopened, tools && { tools })), own]
  const model = made.reduce((all, calls) => all.respondWithTools(calls), fakeModel())
  const agent = createAgent({
    model: model.respond(new AIMessage('Done.')),
    tools: given,
    checkpointer,
    middleware: [humanInTheLoopMiddleware({ interruptOn: langchainInterruptOn(given) })],
  })
  return {
    start: async () => agent.invoke({ messages: [new HumanMessage('Delete it')] }, thread),
    waiting: async () =>
      (await agent.graph.getState(thread)).tasks.flatMap(({ interrupts }) =>
        interrupts.map(({ value }) => value),
      ),
    resume: async (...decisions: unknown[]) => {
      const { messages } = await agent.graph.invoke(
        new Command({ resume: { decisions } }) as never,
        thread,
      )
      return toolMessages(messages)
    },
  }
}

test("a call that LangChain's middleware approved runs once, in another process, and nobody is asked again", async () => {
  verifies('toolkit.approvals.frameworks')
  const checkpointer = new MemorySaver()
  const first = await openAgent(
    [[remove('1'), { name: 'OPEN_LIST_NOTES', args: {}, id: 'call_l' }]],
    checkpointer,
    slugs,
  )
  await first.start()
  expect(await first.waiting()).toMatchObject([
    {
      actionRequests: [{ name: 'OPEN_DELETE_NOTE', args: { id: '1' } }],
      reviewConfigs: [{ actionName: 'OPEN_DELETE_NOTE', argsSchema: { type: 'object' } }],
    },
  ])
  expect(sent()).toEqual([])

  const second = await openAgent([], checkpointer, slugs)
  const messages = await second.resume({ type: 'approve' })
  expect(messages.map(({ status }) => status)).toEqual(['success', 'success'])
  expect(sent().toSorted()).toEqual(['DELETE /notes/1', 'GET /notes'])
  expect((await session().approvals.list()).items.map(({ status }) => status)).toEqual(['used'])
})

test("what LangChain's middleware edited runs as edited, and what it rejected is never sent", async () => {
  verifies('toolkit.approvals.frameworks')
  const checkpointer = new MemorySaver()
  await (await openAgent([[remove('2')]], checkpointer, slugs)).start()
  await (
    await openAgent([], checkpointer, slugs)
  ).resume({ type: 'edit', editedAction: { name: 'OPEN_DELETE_NOTE', args: { id: '22' } } })
  expect(sent()).toEqual(['DELETE /notes/22'])

  const rejecting = new MemorySaver()
  await (await openAgent([[remove('3')]], rejecting, slugs)).start()
  const [message] = await (
    await openAgent([], rejecting, slugs)
  ).resume({ type: 'reject', message: 'Keep it' })
  expect(message).toMatchObject({ status: 'error', content: 'Keep it' })
  expect(sent()).toEqual(['DELETE /notes/22'])
})

test("LangChain's middleware asks for a multi-execute with such a call in it, by its arguments", async () => {
  verifies('toolkit.approvals.frameworks')
  const call = (...tools: Parameters<typeof many>) => ({
    name: 'SVC_MULTI_EXECUTE_TOOL',
    args: many(...tools),
    id: `call_${tools.length}`,
  })
  const checkpointer = new MemorySaver()
  const agent = await openAgent(
    [[call(['OPEN_LIST_NOTES'])], [call(['OPEN_LIST_NOTES'], ['OPEN_DELETE_NOTE', { id: '4' }])]],
    checkpointer,
  )
  await agent.start()
  expect(sent()).toEqual(['GET /notes'])
  expect(await agent.waiting()).toHaveLength(1)
  await agent.resume({ type: 'approve' })
  expect(sent().filter((request) => request.startsWith('DELETE'))).toEqual(['DELETE /notes/4'])
})

test('an approval is of one call: not of a later one with its id, and not of another conversation', async () => {
  verifies('toolkit.approvals.frameworks')
  const tools = await langchainTools(session(), { tools: slugs })
  const { when } = langchainInterruptOn(tools)['OPEN_DELETE_NOTE'] ?? {}
  const [remover] = tools
  const toolCall = { ...remove('5', 'call_0'), type: 'tool_call' as const }
  const runtime = { configurable: { thread_id: 'one' } }
  const run = async (thread_id: string) =>
    (await remover?.invoke(toolCall, { configurable: { thread_id } }))?.content

  expect(await when?.({ toolCall, runtime })).toBe(true)
  expect(await run('two')).toContain('pending_approval')
  expect(sent()).toEqual([])
  expect(await run('one')).not.toContain('pending_approval')
  expect(sent()).toEqual(['DELETE /notes/5'])
  // Not named by the middleware again, so nobody agreed to it.
  const later = { ...toolCall, args: { id: '6' } }
  expect((await remover?.invoke(later, { configurable: { thread_id: 'one' } }))?.content).toContain(
    'pending_approval',
  )
  expect(sent()).toEqual(['DELETE /notes/5'])
})

test('a call that was rejected says nothing of another tool whose call has the same id', async () => {
  verifies('toolkit.approvals.frameworks')
  const guarded = await notes().plugboard.createSession('ada', { approvals: { tools: slugs } })
  const [remover, lister] = await langchainTools(guarded, { tools: slugs })
  if (!remover || !lister) throw new Error('The session lacks a tool')
  const { when } = langchainInterruptOn([remover])['OPEN_DELETE_NOTE'] ?? {}
  expect(await when?.({ toolCall: remove('5', 'call_0'), runtime: thread })).toBe(true)

  const other = { name: 'OPEN_LIST_NOTES', args: {}, id: 'call_0', type: 'tool_call' as const }
  expect((await lister.invoke(other, thread)).content).toContain('pending_approval')
  expect(sent()).toEqual([])
})

/** A graph that is interrupted by the tools themselves. */
const decide = async (id: string, decision: unknown) => {
  const agent = createReactAgent({
    llm: fakeModel()
      .respondWithTools([remove(id)])
      .respond(new AIMessage('Done.')),
    tools: await langchainTools(session(), { tools: slugs, interrupt }),
    checkpointer: new MemorySaver(),
    version: 'v2',
  })
  await agent.invoke({ messages: [new HumanMessage('Delete it')] }, thread)
  const { messages } = await agent.invoke(
    new Command({ resume: { decisions: [decision] } }),
    thread,
  )
  return toolMessages(messages)[0]
}

test('an interrupted call can be edited, answered, and rejected with a reason', async () => {
  verifies('toolkit.approvals.frameworks')
  const args = { id: '77' }
  await decide('7', { type: 'edit', editedAction: { name: 'OPEN_DELETE_NOTE', args } })
  expect(sent()).toEqual(['DELETE /notes/77'])

  const answered = await decide('8', { type: 'respond', message: 'It is gone already' })
  expect(answered).toMatchObject({ content: 'It is gone already', status: 'success' })
  const rejected = await decide('9', { type: 'reject', message: 'Ada needs it' })
  expect(rejected?.status).toBe('error')
  expect(rejected?.content).toMatch(/denied this call.* The user says: Ada needs it/)
  expect(sent()).toEqual(['DELETE /notes/77'])
})

test.each([
  { type: 'edit' },
  { type: 'edit', editedAction: { name: 'OPEN_LIST_NOTES', args: {} } },
  { type: 'edit', editedAction: { name: 'OPEN_DELETE_NOTE', args: [] } },
  { type: 'respond' },
  { type: 'respond', message: { a: 1 } },
])('an interrupted call with the decision %j is not made', async (decision) => {
  verifies('toolkit.approvals.frameworks')
  expect((await decide('10', decision))?.content).toContain('denied')
  expect(sent()).toEqual([])
})

test('edited arguments are checked like those of a model', async () => {
  const args = { id: { $ne: null } }
  const message = await decide('11', {
    type: 'edit',
    editedAction: { name: 'OPEN_DELETE_NOTE', args },
  })
  expect(message).toMatchObject({ status: 'error', content: expect.stringContaining('`id`') })
  expect(sent()).toEqual([])
})
