import {
  AIMessage,
  HumanMessage,
  type BaseMessage,
  type ToolMessage,
} from 'langchain-core-0.3/messages'
import type { DynamicStructuredTool } from 'langchain-core-0.3/tools'
import { convertToOpenAITool } from 'langchain-core-0.3/utils/function_calling'
import { expect, test, vi } from 'vitest'
import { langchainTools, langchainToolsOnDemand } from '../../../adapters/langchain/index.ts'
import { openNotes } from '../../provider/open-notes.ts'
import { issueSchema, serveSession } from '../../provider/serve-session.ts'
import { verifies } from '../../requirements.ts'

// The adapter finds the previous major where it looks for `@langchain/core`.
vi.mock('@langchain/core/messages', () => import('langchain-core-0.3/messages'))
vi.mock('@langchain/core/tools', () => import('langchain-core-0.3/tools'))

const notes = openNotes()

/**
 * What a tool node does; what the compiler makes of it is tried in
 * test/types/previous-majors.test.ts.
 */
const answer = async (
  given: readonly unknown[],
  calls: NonNullable<AIMessage['tool_calls']>,
): Promise<ToolMessage[]> => {
  const tools = given as readonly DynamicStructuredTool[]
  return Promise.all(
    calls.map(async (call) =>
      tools.find(({ name }) => name === call.name)?.invoke({ ...call, type: 'tool_call' }),
    ),
  )
}

test('@langchain/core 0.3 shows models the original schema, runs calls and answers misfits', async () => {
  verifies('adapters.previous')
  await using service = await serveSession()
  const tools = await langchainTools(await service.plugboard.createSession('ada'), {
    tools: ['TRACKER_CREATE_ISSUE'],
  })

  expect(
    tools.map(
      (tool) => convertToOpenAITool(tool as unknown as DynamicStructuredTool).function.parameters,
    ),
  ).toEqual([issueSchema])
  const answers = await answer(
    tools,
    ['Door', 'forbidden', 5].map((title, at) => ({
      name: 'TRACKER_CREATE_ISSUE',
      args: { title, assignee: null },
      id: `call_${at}`,
    })),
  )

  expect(
    answers.map(({ content, status, tool_call_id }) => ({ content, status, tool_call_id })),
  ).toEqual([
    {
      content: '{"made":{"title":"Door","assignee":null}}',
      status: 'success',
      tool_call_id: 'call_0',
    },
    {
      content: '{"error":"The tracker refused","data":{"status":403}}',
      status: 'error',
      tool_call_id: 'call_1',
    },
    {
      content: expect.stringContaining('- `title` must be a string'),
      status: 'error',
      tool_call_id: 'call_2',
    },
  ])
})

test('@langchain/core 0.3 loads the tools it finds', async () => {
  verifies('adapters.previous')
  const session = await notes().plugboard.createSession('ada')
  const { tools, toolsFor } = await langchainToolsOnDemand(session)
  const search = new AIMessage({
    content: '',
    tool_calls: [
      { name: 'SVC_GET_TOOL_SCHEMAS', args: { tool_slugs: ['OPEN_DELETE_NOTE'] }, id: 'call_0' },
    ],
  })
  const messages: BaseMessage[] = [
    new HumanMessage('Delete the note'),
    search,
    ...(await answer(tools, search.tool_calls ?? [])),
  ]

  const loaded = await toolsFor(messages as never)
  await answer(loaded, [{ name: 'OPEN_DELETE_NOTE', args: { id: '1' }, id: 'call_1' }])

  expect(loaded).toHaveLength(tools.length + 1)
  expect(notes().upstream.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'DELETE /notes/1',
  ])
})
