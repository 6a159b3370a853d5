import type { ToolSchema } from '../../contract/index.ts'
import { deniedResult, failedResult, type ToolResult } from '../tools/tool-result.ts'
import { adaptSchema } from '../session-tools/adapt-schema.ts'
import { callService } from './call-service.ts'
import type { SessionCall, SessionParts } from '../session-tools/session-parts.ts'

/** Runs a call where its tool is at home: in this process, or in the service. */
export const runOnce = async (parts: SessionParts, call: SessionCall): Promise<ToolResult> => {
  if (call.approved === false) return deniedResult(call.slug)
  const local = parts.localTools.get(call.slug.toUpperCase())
  if (!local) return adaptAnswer(parts, call.slug, await callService(parts, call))
  const { runCustomTool } = await import('../calls/run-custom-tool.ts')
  return runCustomTool(parts, local, call)
}

const answersSchemas = new Set(['SVC_SEARCH_TOOLS', 'SVC_GET_TOOL_SCHEMAS'])

/** Agents with meta tools alone meet schemas in results. */
const adaptAnswer = (parts: SessionParts, slug: string, result: ToolResult): ToolResult => {
  const schemas = result.data['tool_schemas']
  if (!answersSchemas.has(slug.toUpperCase()) || typeof schemas !== 'object' || schemas === null)
    return result
  try {
    const adapted = Object.entries(schemas as Record<string, ToolSchema>).map(([name, schema]) => [
      name,
      adaptSchema(parts, schema),
    ])
    return { ...result, data: { ...result.data, tool_schemas: Object.fromEntries(adapted) } }
  } catch (error) {
    return {
      ...failedResult(error instanceof Error ? error : new Error(String(error))),
      logId: result.logId,
    }
  }
}
