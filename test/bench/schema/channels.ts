import { tool as langchainTool } from '@langchain/core/tools'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { generateText, tool as aiTool, type ToolSet } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'
import { zodToJsonSchema } from 'zod-to-json-schema'
import { aiTools } from '../../../adapters/ai/index.ts'
import { langchainTools } from '../../../adapters/langchain/index.ts'
import { openaiTools } from '../../../adapters/openai/index.ts'
import type { Session } from '../../../src/index.ts'
import { toAgentTool } from '../../../src/provider/tools/agent-tool.ts'
import type { Converted } from './converters.ts'
import type { NamedSchema } from '../../schema/collected-tools.ts'

/** The JSON Schema that a model is sent in the end, or why there is none. */
export type Sent = unknown

/** A session of which nothing is asked but its tools. */
export const sessionOf = (schemas: readonly NamedSchema[]): Session => {
  const source = { run: unused, needsApproval: unused, show: unused } as unknown as Parameters<
    typeof toAgentTool
  >[0]
  const tools = schemas.map(({ schema }, index) =>
    toAgentTool(source, {
      slug: `TOOL_${index}`,
      description: 'A tool',
      inputSchema: schema,
      annotations: {},
    }),
  )
  return { tools: async () => tools } as unknown as Session
}

const unused = () => Promise.reject(new Error('No tool is run here'))

/** What our adapters send, by framework. */
export const ownChannels: Record<string, (schemas: readonly NamedSchema[]) => Promise<Sent[]>> = {
  'AI SDK': async (schemas) => sentByAiSdk(await aiTools(sessionOf(schemas))),
  LangChain: async (schemas) =>
    (await langchainTools(sessionOf(schemas))).map(
      (tool) => convertToOpenAITool(tool).function.parameters,
    ),
  'OpenAI chat': async (schemas) =>
    (await openaiTools(sessionOf(schemas))).chat.map((tool) => tool.function.parameters),
  'OpenAI responses': async (schemas) =>
    (await openaiTools(sessionOf(schemas))).responses.map((tool) => tool.parameters),
}

/** What the frameworks send for zod schemas. */
export const zodChannels: Record<
  string,
  (types: readonly (Converted | Error)[]) => Promise<Sent[]>
> = {
  zod: async (types) =>
    types.map((type) =>
      attempt(type, (type) =>
        '_zod' in type
          ? z.toJSONSchema(type, { io: 'input' })
          : zodToJsonSchema(type, { pipeStrategy: 'input' }),
      ),
    ),
  'AI SDK': (types) =>
    Promise.all(
      types.map((type) =>
        attemptAsync(
          type,
          async (type) =>
            (await sentByAiSdk({ tool: aiTool({ description: 'A tool', inputSchema: type }) }))[0],
        ),
      ),
    ),
  LangChain: async (types) =>
    types.map((type) =>
      attempt(
        type,
        (type) =>
          convertToOpenAITool(
            langchainTool(() => '', { name: 'tool', description: 'A tool', schema: type as never }),
          ).function.parameters,
      ),
    ),
}

const attempt = (type: Converted | Error, send: (type: Converted) => unknown): Sent => {
  try {
    return type instanceof Error ? type : send(type)
  } catch (error) {
    return error
  }
}

const attemptAsync = async (
  type: Converted | Error,
  send: (type: Converted) => Promise<unknown>,
): Promise<Sent> => {
  try {
    return type instanceof Error ? type : await send(type)
  } catch (error) {
    return error
  }
}

/** A model that answers nothing; what it was sent is what a provider would be. */
const sentByAiSdk = async (tools: ToolSet): Promise<Sent[]> => {
  const model = new MockLanguageModelV4({ doGenerate: answer })
  await generateText({ model, tools, prompt: 'Hello' })
  return (model.doGenerateCalls[0]?.tools ?? []).map((tool) =>
    tool.type === 'function' ? tool.inputSchema : undefined,
  )
}

const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 }

const answer = async () => ({
  content: [{ type: 'text' as const, text: 'Hi' }],
  finishReason: { unified: 'stop' as const, raw: 'stop' },
  usage: { inputTokens: tokens, outputTokens: tokens },
  warnings: [],
})
