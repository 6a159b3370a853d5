import { toAgentTool } from '../../provider/tools/agent-tool.ts'
import { showResult } from '../../provider/tools/show-result.ts'
import type { AgentTool, ToolResult } from '../../index.ts'
import { toToolName } from '../../schema/index.ts'
import { toCanonicalJson } from '../cassettes/to-canonical.ts'
import type { RecordedResult } from '../cassettes/recorded-result.ts'
import type { CaseTool, ToolCall } from '../types.ts'

/** What stands in the place of a result where the run ends before the call is made. */
const notMade = 'The run ended before this call was made'

/**
 * As a framework saw a call: under the model's name of the tool, with the text that was shown for
 * it.
 */
export type SeenCall = { id: string; name: string; arguments: unknown; shown?: string | undefined }

/** What the adapters take tools from. */
export type ToolHolder = { tools(): Promise<AgentTool[]> }

export type RunTool = (
  call: { tool: string; arguments: Record<string, unknown> },
  signal: AbortSignal | undefined,
) => Promise<RecordedResult | undefined>

/**
 * The tools of a case as real agent tools, which any adapter hands to its framework; `run` answers
 * nothing where the run is over.
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
      showResult({ readFile: refuseFiles, maximumCharacters: 100_000 }, result, options),
  }
  const tools = caseTools.map(({ name, description = '', inputSchema }) =>
    toAgentTool(source, {
      slug: name,
      description,
      inputSchema: typeof inputSchema === 'boolean' ? {} : inputSchema,
      annotations: {},
    }),
  )
  const slugs = new Map(tools.map((tool) => [tool.name, tool.slug]))

  const toCall = ({ id, name, arguments: given, shown }: SeenCall): ToolCall => {
    const tool = slugs.get(name) ?? name
    const asked = toCanonicalJson(given)
    const index = log.findIndex((entry) => entry.tool === tool && entry.asked === asked)
    const [made] = index === -1 ? [] : log.splice(index, 1)
    if (made)
      return {
        id,
        tool,
        arguments: given,
        ...(made.result.error === null
          ? { result: made.result.data }
          : { error: made.result.error }),
      }
    return {
      id,
      tool,
      arguments: given,
      ...(shown !== undefined && !shown.includes(notMade) && { error: readError(shown) }),
    }
  }

  return { holder: { tools: async () => tools } satisfies ToolHolder, toName: toToolName, toCall }
}

const refuseFiles = (): never => {
  throw new Error('The tools of a case answer no files')
}

/** What is shown of a call that was refused before it ran. */
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
    // It is the sentence itself.
  }
  return shown
}
