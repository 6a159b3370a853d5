import { PlugboardError } from '../../client/index.ts'
import type { ToolSchema } from '../../contract/index.ts'
import {
  hookOf,
  type AfterExecute,
  type BeforeExecute,
  type ReplacementResult,
} from '../session/hooks.ts'
import type { SessionCall } from '../session/session-operations.ts'
import { adaptSchema } from '../session-tools/adapt-schema.ts'
import type { SessionParts } from '../session-tools/session-parts.ts'
import { deniedResult, failedResult, type ToolResult } from '../tools/tool-result.ts'
import { callService } from './call-service.ts'
import { runCustomTool } from './run-custom-tool.ts'

/** Runs a call with the hooks around it. */
export const callOne = async (parts: SessionParts, given: SessionCall): Promise<ToolResult> => {
  const prepared = await runBefore(parts, given)
  if ('failure' in prepared) return prepared.failure
  const { call } = prepared
  return runAfter(parts, call, 'result' in prepared ? prepared.result : await runTool(parts, call))
}

/** Runs a call in this process or in the service, depending on its tool. */
export const runTool = async (parts: SessionParts, call: SessionCall): Promise<ToolResult> => {
  if (call.approved === false) return deniedResult(call.slug)
  const local = parts.localTools.get(call.slug.toUpperCase())
  if (!local) return adaptSchemas(parts, call.slug, await callService(parts, call))
  const result = await runCustomTool(parts, local, call)
  if (call.select === undefined || !result.successful) return result
  const message = `${local.slug} runs in the application, which answers it whole: \`select\` is for the tools of toolkits.`
  return { ...result, selection: { message } }
}

const answersSchemas = new Set(['SVC_SEARCH_TOOLS', 'SVC_GET_TOOL_SCHEMAS'])

/**
 * Adapts the schemas in results of meta tools, which is where an agent sees the schemas of other
 * tools.
 */
const adaptSchemas = (parts: SessionParts, slug: string, result: ToolResult): ToolResult => {
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

/**
 * The outcome of the hooks before a call: the call to run, a result that replaces it, or the
 * failure of a hook.
 */
export type Prepared =
  | { call: SessionCall }
  | { call: SessionCall; result: ToolResult }
  | { failure: ToolResult }

/** Runs the hooks before a call. A hook that returns a result ends the chain. */
export const runBefore = async (
  { hooks, session }: SessionParts,
  given: SessionCall,
): Promise<Prepared> => {
  let call = given
  for (const hook of hooks) {
    const beforeExecute = hookOf<BeforeExecute>(hook.beforeExecute, given.slug)
    if (!beforeExecute) continue
    try {
      const change = await beforeExecute({
        slug: call.slug,
        arguments: call.arguments,
        session,
        signal: call.options.signal,
      })
      if (change && 'result' in change) return { call, result: toResult(change.result) }
      if (change) call = { ...call, arguments: change.arguments }
    } catch (error) {
      return {
        failure: failedHook(
          call,
          error,
          `${call.slug} was not run because the hook beforeExecute failed`,
        ),
      }
    }
  }
  return { call }
}

/** Runs the hooks after a call, innermost first. */
export const runAfter = async (
  { hooks, session }: SessionParts,
  call: SessionCall,
  given: ToolResult,
): Promise<ToolResult> => {
  let result = given
  for (const hook of hooks.toReversed()) {
    const afterExecute = hookOf<AfterExecute>(hook.afterExecute, call.slug)
    if (!afterExecute) continue
    try {
      const change = await afterExecute({
        slug: call.slug,
        arguments: call.arguments,
        session,
        signal: call.options.signal,
        result,
      })
      if (change)
        result = {
          ...toResult({ data: result.data, error: result.error, ...change }),
          logId: result.logId,
          // It says how to go on from data that the hook did not replace.
          ...(result.paging && !change.data && { paging: result.paging }),
          ...(result.selection && !change.data && { selection: result.selection }),
          ...(result.parsedArguments && { parsedArguments: result.parsedArguments }),
        }
    } catch (error) {
      return {
        ...failedHook(call, error, `${call.slug} was run, but the hook afterExecute failed`),
        logId: result.logId,
      }
    }
  }
  return result
}

const toResult = ({ data = {}, error = null }: ReplacementResult): ToolResult => ({
  data,
  error,
  logId: null,
  successful: error === null,
})

const failedHook = (call: SessionCall, error: unknown, what: string): ToolResult => {
  if (call.options.signal?.aborted)
    throw new PlugboardError('aborted', `${call.slug}: aborted by its signal`, { cause: error })
  return failedResult(
    new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`),
  )
}
