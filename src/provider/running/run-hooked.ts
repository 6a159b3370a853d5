import { PlugboardError } from '../../client/index.ts'
import type { StandInResult } from '../session/hooks.ts'
import { failedResult, type ToolResult } from '../tools/tool-result.ts'
import type { SessionCall, SessionParts } from '../session-tools/session-parts.ts'

/** Runs a call with the hooks around it. */
export const runHooked = async (
  parts: SessionParts,
  call: SessionCall,
  run: (call: SessionCall) => Promise<ToolResult>,
): Promise<ToolResult> => {
  const before = await runBefore(parts, call)
  if ('failure' in before) return before.failure
  return runAfter(parts, before.call, 'result' in before ? before.result : await run(before.call))
}

/**
 * What the hooks made of a call: another one, a result that stands in for it, or the failure of a
 * hook.
 */
export type Prepared =
  | { call: SessionCall }
  | { call: SessionCall; result: ToolResult }
  | { failure: ToolResult }

/** Asks the hooks before a call; the first that gives a result is the last that is asked. */
export const runBefore = async (
  { hooks, session }: SessionParts,
  given: SessionCall,
): Promise<Prepared> => {
  let call = given
  for (const { beforeExecute } of hooks) {
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
          `${call.slug} was not run, because the hook beforeExecute failed`,
        ),
      }
    }
  }
  return { call }
}

/** Asks the hooks after a call, the innermost first. */
export const runAfter = async (
  { hooks, session }: SessionParts,
  call: SessionCall,
  given: ToolResult,
): Promise<ToolResult> => {
  let result = given
  for (const { afterExecute } of hooks.toReversed()) {
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

const toResult = ({ data = {}, error = null }: StandInResult): ToolResult => ({
  data,
  error,
  logId: null,
  successful: error === null,
})

const failedHook = (call: SessionCall, error: unknown, what: string): ToolResult => {
  if (call.options.signal?.aborted)
    throw new PlugboardError('aborted', `${call.slug}: ended by its abort signal`, { cause: error })
  return failedResult(
    new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`),
  )
}
