import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { asSchema } from 'ai'
import { expect, test } from 'vitest'
import { aiTools } from '../../adapters/ai/index.ts'
import { langchainTools } from '../../adapters/langchain/index.ts'
import { openaiAgentsTools, openaiTools } from '../../adapters/openai/index.ts'
import type { Session } from '../../src/index.ts'
import { issueSchema, serveSession } from '../provider/serve-session.ts'
import { verifies } from '../requirements.ts'

const options = { tools: ['TRACKER_CREATE_ISSUE'] }

/** How each framework comes by the schema that it sends. */
const readers: Record<string, (session: Session) => Promise<() => unknown>> = {
  'the AI SDK': async (session) => {
    const [tool] = Object.values(await aiTools(session, options))
    return () => asSchema(tool?.inputSchema).jsonSchema
  },
  LangChain: async (session) => {
    const [tool] = await langchainTools(session, options)
    return () => tool && convertToOpenAITool(tool).function.parameters
  },
  OpenAI: async (session) => async () =>
    (await openaiTools(session, options)).chat[0]?.function.parameters,
  'the OpenAI agents': async (session) => async () =>
    (await openaiAgentsTools(session, options))[0]?.parameters,
}

test.each(Object.keys(readers))(
  '%s gets the original schema, each time as a copy',
  async (name) => {
    verifies('adapters.fresh')
    await using service = await serveSession()
    const session = await service.plugboard.createSession('ada')
    const read = await readers[name]?.(session)

    const first = (await read?.()) as { properties: Record<string, unknown>; required: string[] }
    expect(first).toEqual(issueSchema)
    first.required.push('spoiled')
    delete first.properties['title']

    const [tool] = await session.tools(options)
    expect(tool?.inputSchema).toEqual(issueSchema)
    expect(tool?.validate({ title: 'Door' }).success).toBe(true)
  },
)
