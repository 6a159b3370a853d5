import { toAgentTool } from '../../provider/tools/agent-tool.ts'
import { showResult } from '../../provider/tools/show-result.ts'
import type { AgentTool, ToolResult } from '../../index.ts'
import { toToolName } from '../../schema/index.ts'
import { toCanonicalJson } from '../cassettes/to-canonical.ts'
import type { RecordedResult } from '../cassettes/recorded-result.ts'
import type { CaseTool, ToolCall } from '../types.ts'

/** The result of a call that was not made because the run ended. */
const notMade = 'The run ended before this call was made'

/**
 * A call as the framework saw it: with the model's name of the tool, and the text that it was
 * answered with.
 */
export type FrameworkCall = {
  id: string
  name: string
  arguments: unknown
  shown?: string | undefined
}

/** The source of tools for the adapters. */
export type ToolSource = { tools(): Promise<AgentTool[]> }

type RunTool = (
  call: { tool: string; arguments: Record<string, unknown> },
  signal: AbortSignal | undefined,
) => Promise<RecordedResult | undefined>

/**
 * The tools of a case as agent tools, which any adapter passes to its framework; `run` returns
 * undefined once the run is over.
 */
export const createCaseTools = (caseTools: readonly CaseTool[], run: RunTool) => {
  const log: { tool: string; asked: string; result: RecordedResult }[] = []

  const runTool = async (
    tool: string,
    given: Record<string, unknown>,
    { signal }: { signal?: AbortSignal | undefined },
  ): Promise<ToolResult> => {
    const result = await run({ tool, arguments: given }, signal)
    if (result) log.push({ tool, asked: toCanonicalJson(given), result })
    const { data, error } = result ?? { data: {}, error: notMade }
    return { data, error, logId: null, successful: error === null }
  }

  const source: Parameters<typeof toAgentTool>[0] = {
    run: runTool,
    needsApproval: async () => false,
    show: (_slug, result, options) =>
      showResult({ readFile: rejectFiles, maximumCharacters: 100_000 }, result, options),
  }
  const tools = caseTools.map(({ name, description = '', inputSchema }) =>
    toAgentTool(source, {
      slug: name,
      description,
      inputSchema: typeof inputSchema === 'boolean' ? {} : inputSchema,
      annotations: {},
    }),
  )
  const byName = new Map(tools.map((tool) => [tool.name, tool]))

  const toCall = ({ id, name, arguments: given, shown }: FrameworkCall): ToolCall => {
    const agentTool = byName.get(name)
    const tool = agentTool?.slug ?? name
    const checked = agentTool?.validate(given)
    const asked = toCanonicalJson(checked?.success ? checked.sent : given)
    const index = log.findIndex((entry) => entry.tool === tool && entry.asked === asked)
    const [made] = index === -1 ? [] : log.splice(index, 1)
    if (made)
      return {
        id,
        tool,
        arguments: given,
        ...(made.result.error === null
          ? { result: made.result.data }
          : {
              ...(Object.keys(made.result.data).length > 0 && { result: made.result.data }),
              error: made.result.error,
            }),
      }
    return {
      id,
      tool,
      arguments: given,
      ...(shown !== undefined && !shown.includes(notMade) && { error: readError(shown) }),
    }
  }

  return { holder: { tools: async () => tools } satisfies ToolSource, toName: toToolName, toCall }
}

const rejectFiles = (): never => {
  throw new Error('The tools of a case cannot return files')
}

/** The answer to a call that was rejected before it ran. */
const readError = (shown: string): string => {
  try {
    const parsed: unknown = JSON.parse(shown)
    if (
      typeof parsed === 'object' &&
      parsed !== null &&
      'error' in parsed &&
      typeof parsed.error === 'string'
    )
      return parsed.error
  } catch {
    // The value is the sentence itself.
  }
  return shown
}
