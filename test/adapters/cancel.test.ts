import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { expect, test } from 'vitest'
import { langchainTools } from '../../adapters/langchain/index.ts'
import { Plugboard } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { openNotesApi } from '../support/notes-api.ts'
import { startService } from '../support/start-service.ts'
import { startSlowApi } from '../support/start-slow-api.ts'
import { frameworks } from './frameworks/index.ts'
import { serveOpenai } from './serve-openai.ts'

const tools = ['NOTES_CREATE_NOTE']
const id = 'call_7cdEJkPRHhs4uUcV0yOVGLRi'

const start = async () => {
  const api = await startSlowApi()
  const service = await startService({ egressAllow: [api.host] })
  await importToolkit(service, { slug: 'notes', source: { openapi: openNotesApi(api.url) } })
  const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
  const session = await plugboard.createSession('ada')
  const [tool] = await session.tools({ tools })
  if (!tool) throw new Error('No tool')
  /** Whether the slow call is still running at the third party, which then hangs up. */
  const isRunning = async () => {
    const ended = await Promise.race([
      api.ended.then(() => true),
      new Promise((resolve) => setTimeout(resolve, 300)),
    ])
    api.hangUp()
    return ended !== true
  }
  return { api, session, tool, isRunning }
}

test.each(frameworks)(
  '$name ends the call at the third party when the user aborts',
  async ({ open }) => {
    verifies('adapters.cancel')
    const { api, session } = await start()
    await using model = await serveOpenai({
      calls: [{ name: 'NOTES_CREATE_NOTE', arguments: '{"text":"slow"}' }],
    })
    const agent = await open(session, model.url, { tools })
    const controller = new AbortController()
    const said = agent.say('Note it', { signal: controller.signal }).catch(() => 'ended')
    await api.begun
    controller.abort()
    await said
    await api.ended
    expect(api.received).toHaveLength(1)
  },
)

test('a cancelled call that is made again is told so, and not sent', async () => {
  verifies('adapters.cancel')
  const { api, tool } = await start()
  const controller = new AbortController()
  const call = { call: { id }, signal: controller.signal }
  const first = tool.execute({ text: 'slow' }, call)
  await api.begun
  controller.abort()
  await expect(first).rejects.toMatchObject({ slug: 'aborted' })
  await api.ended
  expect(await tool.execute({ text: 'slow' }, { call: { id } })).toMatchObject({
    successful: false,
    error: expect.stringContaining('may have taken effect'),
    data: { status: 'cancelled', was_sent: true },
  })
  expect(api.received).toHaveLength(1)
})

test('a call whose signal is aborted before cancels nothing', async () => {
  verifies('adapters.cancel')
  const { api, tool } = await start()
  await expect(
    tool.execute({ text: 'milk' }, { call: { id }, signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ slug: 'aborted' })
  expect(await tool.execute({ text: 'milk' }, { call: { id } })).toMatchObject({ successful: true })
  expect(api.received).toHaveLength(1)
})

test('a timeout cancels nothing', async () => {
  verifies('adapters.cancel.others')
  const { api, tool, isRunning } = await start()
  const controller = new AbortController()
  const first = tool.execute({ text: 'slow' }, { call: { id }, signal: controller.signal })
  await api.begun
  controller.abort(new DOMException('Out of time', 'TimeoutError'))
  await expect(first).rejects.toMatchObject({ slug: 'aborted' })
  expect(await isRunning()).toBe(true)
})

test.each([
  ['the failure of another task of LangGraph cancels nothing', false],
  ['an abort of the run of LangGraph cancels', true],
])('%s', async (_what, aborts) => {
  verifies('adapters.cancel', 'adapters.cancel.others')
  const { api, session, isRunning } = await start()
  const run = new AbortController()
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', () => ({
      messages: [
        new AIMessage({
          content: '',
          tool_calls: [{ name: 'NOTES_CREATE_NOTE', args: { text: 'slow' }, id }],
        }),
      ],
    }))
    .addNode('tools', new ToolNode(await langchainTools(session, { tools })))
    .addNode('other', async () => {
      await api.begun
      if (aborts) run.abort()
      throw new Error('The other task failed')
    })
    .addEdge(START, 'model')
    .addEdge('model', 'tools')
    .addEdge('model', 'other')
    .addEdge('tools', END)
    .addEdge('other', END)
    .compile()
  await expect(
    graph.invoke({ messages: [new HumanMessage('Note it')] }, { signal: run.signal }),
  ).rejects.toThrow()
  if (aborts) await api.ended
  else expect(await isRunning()).toBe(true)
})
