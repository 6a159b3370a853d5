/**
 * A durable agent of Workflow DevKit with the tools of a session. Whatever talks to the service is a
 * step: it may run again after a crash, and a call of a tool is executed once all the same.
 *
 *     npm install && npm install plugboard
 *     PLUGBOARD_API_KEY=… OPENAI_API_KEY=… npx nitro dev
 *     curl http://localhost:3000/api/assistant \
 *       -d '{ "userId": "ada", "prompt": "Create an issue: The door of the office is broken" }'
 */
import { DurableAgent } from '@workflow/ai/agent'
import { openai } from '@workflow/ai/openai'
import { jsonSchema, type ModelMessage } from 'ai'
import { Plugboard } from 'plugboard'
import { getWorkflowMetadata, getWritable } from 'workflow'

export const assistant = async (userId: string, prompt: string): Promise<string> => {
  'use workflow'
  const { workflowRunId } = getWorkflowMetadata()
  const sessionId = await createSession(userId)
  const tools = (await listTools(sessionId)).map(({ name, description, inputSchema }) => ({
    [name]: {
      description,
      inputSchema: jsonSchema<Record<string, unknown>>(inputSchema, { validate: accept }),
      execute: (toolArguments: Record<string, unknown>, { toolCallId }: { toolCallId: string }) =>
        callTool(sessionId, name, toolArguments, { id: toolCallId, conversation: workflowRunId }),
    },
  }))
  const agent = new DurableAgent({
    model: openai('gpt-5-mini'),
    tools: Object.assign({}, ...tools),
  })
  const { messages } = await agent.stream({
    messages: [{ role: 'user', content: prompt }],
    writable: getWritable(),
  })
  return toText(messages.at(-1))
}

/** The agent refuses schemas without a validator; the tool itself validates, and tells the model. */
const accept = (value: unknown) => ({
  success: true as const,
  value: value as Record<string, unknown>,
})

const createSession = async (userId: string): Promise<string> => {
  'use step'
  return (await new Plugboard().createSession(userId)).id
}

const listTools = async (sessionId: string) => {
  'use step'
  const session = await new Plugboard().useSession(sessionId)
  return (await session.tools()).map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }))
}

const callTool = async (
  sessionId: string,
  name: string,
  toolArguments: Record<string, unknown>,
  call: { id: string; conversation: string },
): Promise<string> => {
  'use step'
  const session = await new Plugboard().useSession(sessionId)
  const tool = (await session.tools()).find((each) => each.name === name)
  if (!tool) return `There is no tool "${name}"`
  return (await tool.show(await tool.execute(toolArguments, { call }))).text
}

const toText = (message: ModelMessage | undefined): string =>
  typeof message?.content === 'string'
    ? message.content
    : (message?.content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
