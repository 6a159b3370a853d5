import {
  oneAtATime,
  runForModel,
  type AgentTool,
  type ToolLister,
  type ShownResult,
  type ToolAnnotations,
} from '../../src/index.ts'
import { toZodObject } from '../../src/schema/index.ts'
import type { AnthropicToolsOptions } from './anthropic-tools.ts'

export type ClaudeAgentToolsOptions = Omit<AnthropicToolsOptions, 'deferLoading' | 'conversation'>

/**
 * A tool for `createSdkMcpServer` from `@anthropic-ai/claude-agent-sdk`. Declared here so that its
 * package is not required.
 */
export type ClaudeAgentTool = {
  name: string
  description: string
  inputSchema: ReturnType<typeof toZodObject>['shape']
  annotations: ToolAnnotations
  handler: (toolArguments: Record<string, unknown>, extra: unknown) => Promise<ClaudeAgentResult>
}

/** The result of a tool of MCP. */
export type ClaudeAgentResult = {
  content: ClaudeAgentContent[]
  isError?: boolean
}
export type ClaudeAgentContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } }

/**
 * Exposes the tools of a session to the Claude Agent SDK by an MCP server in this process, with the
 * custom tools and hooks of the session. Without those, the agent can also connect to the service
 * itself, with the options `session.mcp.claudeAgent`.
 *
 * A failure is a result with `isError` that the model can read. The name of each tool for
 * `allowedTools` and `canUseTool` is `mcp__<server>__<tool>`.
 *
 * @example
 * import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk'
 * import { Plugboard } from 'plugboard'
 * import { claudeAgentTools } from 'plugboard/anthropic'
 *
 * const session = await new Plugboard().createSession('ada')
 * const plugboard = createSdkMcpServer({ name: 'plugboard', tools: await claudeAgentTools(session) })
 * for await (const message of query({
 *   prompt: 'Tell the builders that the door is broken',
 *   options: { mcpServers: { plugboard }, allowedTools: ['mcp__plugboard__*'] },
 * })) console.log(message)
 */
export const claudeAgentTools = async (
  session: ToolLister,
  { files, approve, onResult, ...options }: ClaudeAgentToolsOptions = {},
): Promise<ClaudeAgentTool[]> => {
  const ask = approve && oneAtATime(approve)
  return (await session.tools({ profile: 'anthropic', ...options })).map((tool: AgentTool) => {
    const { schema, toArguments } = declareAll(tool.inputSchema)
    return {
      name: tool.name,
      description: tool.description,
      inputSchema: toZodObject(schema).shape,
      annotations: tool.annotations,
      handler: async (given, extra) =>
        toResult(
          await runForModel(tool, toArguments(given), {
            signal: toSignal(extra),
            files,
            approve: ask,
            onResult,
          }),
        ),
    }
  })
}

/**
 * The Agent SDK takes declared properties only, and drops all others: those that a schema allows
 * beside them get a property of their own.
 */
const declareAll = (
  schema: AgentTool['inputSchema'],
): {
  schema: AgentTool['inputSchema']
  toArguments: (given: Record<string, unknown>) => object
} => {
  const { additionalProperties: others, patternProperties: patterned } = schema
  const properties = toRecord(schema['properties'])
  const isOpen =
    (others !== undefined && others !== false) || Object.keys(toRecord(patterned)).length > 0
  if (!isOpen) return { schema, toArguments: (given) => given }
  let name = 'additional_properties'
  while (Object.hasOwn(properties, name)) name += '_'
  const further = {
    type: 'object',
    description: 'Further properties of the arguments, each by its name',
    ...(others !== undefined && { additionalProperties: others }),
    ...(patterned !== undefined && { patternProperties: patterned }),
  }
  return {
    schema: { ...schema, properties: { ...properties, [name]: further } },
    toArguments: ({ [name]: more, ...given }) =>
      // From entries, since a property may be called `__proto__`.
      Object.fromEntries([...Object.entries(toRecord(more)), ...Object.entries(given)]),
  }
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const toSignal = (extra: unknown): AbortSignal | undefined =>
  typeof extra === 'object' &&
  extra !== null &&
  'signal' in extra &&
  extra.signal instanceof AbortSignal
    ? extra.signal
    : undefined

const toResult = ({ text, files, isError }: ShownResult): ClaudeAgentResult => ({
  content: [
    { type: 'text', text },
    ...files.map(({ mediaType, base64, name }): ClaudeAgentContent =>
      mediaType.startsWith('image/')
        ? { type: 'image', data: base64, mimeType: mediaType }
        : {
            type: 'resource',
            resource: {
              uri: `file:///${encodeURIComponent(name ?? 'file.pdf')}`,
              mimeType: mediaType,
              blob: base64,
            },
          },
    ),
  ],
  ...(isError && { isError }),
})
