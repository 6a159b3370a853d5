import { PlugboardError } from '../../client/index.ts'
import { deniedResult, failedResult, type ToolResult } from '../tools/tool-result.ts'
import { callService } from '../running/call-service.ts'
import { mapBounded } from '../running/map-bounded.ts'
import { readCalls } from './read-calls.ts'
import { runAfter, runBefore, type Prepared } from '../running/run-hooked.ts'
import { runOnce } from '../running/run-once.ts'
import { runRemotely } from '../running/run-remotely.ts'
import type { SessionCall, SessionParts } from '../session-tools/session-parts.ts'

const parallelCalls = 8

/**
 * Runs SVC_MULTI_EXECUTE_TOOL call by call: hooks around each, custom tools here, the others in one
 * request to the service.
 *
 * The answer has the service's own form, its results in the order of the calls.
 */
export const runMany = async (parts: SessionParts, call: SessionCall): Promise<ToolResult> => {
  const inner = readCalls(call.arguments)
  if (!inner) return callService(parts, call)
  if (call.approved === false) return deniedResult(call.slug)
  const { idempotencyKey: _, ...options } = call.options
  const prepared = await mapBounded(inner, parallelCalls, (each) =>
    runBefore(parts, { ...each, approved: call.approved, options }),
  )
  const [remote, local] = await Promise.all([
    runRemotely(
      parts,
      call,
      pick(prepared, (each) => !isLocal(parts, each)),
    ),
    runLocally(
      parts,
      pick(prepared, (each) => isLocal(parts, each)),
    ),
  ])
  const results = await mapBounded(prepared, parallelCalls, (each, index) =>
    finish(parts, each, remote.results.get(index) ?? local.get(index)),
  )
  return toAnswer(
    inner.map(({ slug }) => slug),
    results,
    remote,
  )
}

/** Calls that are to be made, by their place. */
export type PlacedCalls = ReadonlyMap<number, SessionCall>

const pick = (prepared: readonly Prepared[], wanted: (call: SessionCall) => boolean): PlacedCalls =>
  new Map(
    prepared.flatMap((each, index) =>
      'failure' in each || 'result' in each || !wanted(each.call) ? [] : [[index, each.call]],
    ),
  )

const isLocal = ({ localTools }: SessionParts, { slug }: SessionCall): boolean =>
  localTools.has(slug.toUpperCase())

const runLocally = async (
  parts: SessionParts,
  calls: PlacedCalls,
): Promise<Map<number, ToolResult>> => {
  const run = (call: SessionCall) =>
    runOnce(parts, call).catch((error: unknown) => {
      if (error instanceof PlugboardError && error.slug !== 'aborted') return failedResult(error)
      throw error
    })
  return new Map(
    await mapBounded(
      [...calls],
      parallelCalls,
      async ([index, call]) => [index, await run(call)] as const,
    ),
  )
}

const finish = async (
  parts: SessionParts,
  prepared: Prepared,
  result: ToolResult | undefined,
): Promise<ToolResult> => {
  if ('failure' in prepared) return prepared.failure
  const outcome = 'result' in prepared ? prepared.result : result
  return runAfter(
    parts,
    prepared.call,
    outcome ?? failedResult(new Error(`The service answered no result of ${prepared.call.slug}`)),
  )
}

const toAnswer = (
  slugs: string[],
  outcomes: ToolResult[],
  { data, logId }: { data: Record<string, unknown>; logId: string | null },
): ToolResult => {
  const results = outcomes.map((outcome, index) => ({
    index,
    tool_slug: slugs[index],
    successful: outcome.successful,
    data: outcome.data,
    error: outcome.error,
    log_id: outcome.logId,
  }))
  const failed = results.filter(({ successful }) => !successful).length
  const error = failed === results.length ? 'Every call failed; each result says why' : null
  return {
    data: { ...data, results, succeeded: results.length - failed, failed },
    error,
    logId,
    successful: error === null,
  }
}
