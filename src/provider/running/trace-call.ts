import { inSpan } from '../../client/index.ts'
import type { ToolResult } from '../tools/tool-result.ts'

/**
 * Runs a call of a tool in a span, as the GenAI conventions of OpenTelemetry have it; what the tool
 * was given and answered stays out.
 */
export const traceCall = (slug: string, run: () => Promise<ToolResult>): Promise<ToolResult> =>
  inSpan(
    `execute_tool ${slug}`,
    {
      kind: 'INTERNAL',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': slug,
        'gen_ai.tool.type': 'function',
      },
    },
    async (span) => {
      const result = await run()
      if (result.logId !== null) span.set({ 'plugboard.log_id': result.logId })
      if (!result.successful) span.fail('tool_error')
      return result
    },
  )
