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
  { files, approve, ...options }: ClaudeAgentToolsOptions = {},
): Promise<ClaudeAgentTool[]> => {
  const ask = approve && oneAtATime(approve)
  return (await session.tools({ profile: 'anthropic', ...options })).map((tool: AgentTool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: toZodObject(tool.inputSchema).shape,
    annotations: tool.annotations,
    handler: async (toolArguments, extra) =>
      toResult(
        await runForModel(tool, toolArguments, { signal: toSignal(extra), files, approve: ask }),
      ),
  }))
}

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
