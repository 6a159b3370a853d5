import type { Tracing } from '../platform/tracing/index.ts'
import type { ExecuteTool } from './execute-tool.ts'

/** Runs each tool in a span, named by OpenTelemetry's GenAI conventions. */
export const traceExecution = (tracing: Tracing, executeTool: ExecuteTool): ExecuteTool => {
  if (tracing.isOff) return executeTool
  return (call) => {
    const { slug } = call.tool.definition
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': slug,
      'gen_ai.tool.type': 'extension',
      'plugboard.toolkit': call.toolkit.definition.slug,
      'plugboard.toolkit_version': call.tool.version,
    }
    return tracing.span(
      `execute_tool ${slug}`,
      { kind: 'internal', parent: call.trace, attributes },
      async (trace, span) => {
        const outcome = await executeTool({ ...call, trace })
        if (outcome.logId !== null) span.set({ 'plugboard.log_id': outcome.logId })
        if (outcome.error !== null) span.fail('tool_error')
        return outcome
      },
    )
  }
}
