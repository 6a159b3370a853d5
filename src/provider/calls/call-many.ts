import { PlugboardError } from '../../client/index.ts'
import type { SessionCall } from '../session/session-operations.ts'
import type { SessionParts } from '../session-tools/session-parts.ts'
import {
  captureErrors,
  deniedResult,
  failedResult,
  toToolResult,
  type ToolResult,
} from '../tools/tool-result.ts'
import { toCallPaging } from '../tools/paging.ts'
import { runAfter, runBefore, runTool, type Prepared } from './call-one.ts'
import { approve, callService, pendingApproval } from './call-service.ts'
import { readCalls } from './read-calls.ts'

const parallelCalls = 8

const unreadable =
  'The arguments of SVC_MULTI_EXECUTE_TOOL are not valid, so no call was made: `tools` must be a list of 1 to 50 calls, each with a `tool_slug` and an object of `arguments`'

/**
 * Runs the calls of SVC_MULTI_EXECUTE_TOOL one by one, with hooks around each. Custom tools run in
 * this process; the service runs all others in one request.
 *
 * The result has the same format as the service's, with results in the order of the calls.
 */
export const callMany = async (parts: SessionParts, given: SessionCall): Promise<ToolResult> => {
  const inner = readCalls(given.arguments)
  // The service might read them all the same, and make them without the hooks of this process.
  if (!inner) return failedResult(new Error(unreadable))
  if (given.approved === false) return deniedResult(given.slug)
  const { idempotencyKey = crypto.randomUUID(), ...options } = given.options
  const call = { ...given, options: { ...options, idempotencyKey } }
  const prepared = await mapBounded(inner, parallelCalls, (each, index) =>
    runBefore(parts, {
      ...each,
      approved: call.approved,
      options: { ...options, idempotencyKey: `${idempotencyKey}-${index}` },
    }),
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

/** Calls to run, by their index. */
type PlacedCalls = ReadonlyMap<number, SessionCall>

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
  const run = (call: SessionCall) => captureErrors(() => runTool(parts, call))
  return new Map(
    await mapBounded(
      [...calls],
      parallelCalls,
      async ([index, call]) => [index, await run(call)] as const,
    ),
  )
}

/** The service's answer, and the result of each call by its index. */
type RemoteOutcome = {
  data: Record<string, unknown>
  logId: string | null
  results: ReadonlyMap<number, ToolResult>
}

/**
 * Runs some calls of a multi-execute in the service. If calls were pending and are approved here, all
 * are sent again with the same key: the service makes those calls, and repeats its other answers.
 */
const runRemotely = async (
  parts: SessionParts,
  whole: SessionCall,
  calls: PlacedCalls,
): Promise<RemoteOutcome> => {
  if (calls.size === 0) return { data: {}, logId: null, results: new Map() }
  const outcome = await sendMany(parts, whole, calls)
  const waiting = new Map(
    [...calls].filter(([index]) => whole.approved && approvalOf(outcome, index) !== undefined),
  )
  if (waiting.size === 0) return outcome
  await Promise.all(
    [...waiting.keys()].map((index) =>
      approve(parts.session, approvalOf(outcome, index) ?? '', whole.options),
    ),
  )
  const again = await sendMany(parts, whole, calls)
  const made = [...again.results].filter(([index]) => waiting.has(index))
  return { ...outcome, results: new Map([...outcome.results, ...made]) }
}

const approvalOf = ({ results }: RemoteOutcome, index: number): string | undefined => {
  const result = results.get(index)
  return result && pendingApproval(result)
}

const sendMany = async (
  parts: SessionParts,
  whole: SessionCall,
  calls: PlacedCalls,
): Promise<RemoteOutcome> => {
  const tools = [...calls.values()].map(({ slug, arguments: given, account, all, select }) => ({
    tool_slug: slug,
    arguments: given,
    account,
    ...(all && { all }),
    ...(select !== undefined && { select }),
  }))
  try {
    const { data, error, logId } = await callService(parts, {
      ...whole,
      approved: undefined,
      arguments: { ...whole.arguments, tools },
    })
    const { results: entries, ...rest } = data
    const refused = failedResult(new Error(error ?? 'The service returned no result for this call'))
    const results = [...calls.keys()].map(
      (index, at) =>
        [index, readResult(Array.isArray(entries) ? entries[at] : undefined) ?? refused] as const,
    )
    return { data: rest, logId, results: new Map(results) }
  } catch (error) {
    // Calls that ran in this process have their own results, which a failure of the remote calls
    // must not hide.
    if (!(error instanceof PlugboardError) || error.slug === 'aborted') throw error
    return {
      data: {},
      logId: null,
      results: new Map([...calls.keys()].map((index) => [index, failedResult(error)])),
    }
  }
}

const readResult = (entry: unknown): ToolResult | undefined =>
  typeof entry === 'object' && entry !== null ? toToolResult(entry) : undefined

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
    outcome ?? failedResult(new Error(`The service returned no result for ${prepared.call.slug}`)),
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
    ...(outcome.paging && { paging: toCallPaging(outcome.paging) }),
    ...(outcome.selection && { selection: outcome.selection }),
    ...(outcome.parsedArguments && { parsed_arguments: outcome.parsedArguments }),
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

/** Maps items in order, with limited concurrency. */
const mapBounded = async <Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  const rest = items.entries()
  const work = async () => {
    for (const [index, item] of rest) results[index] = await map(item, index)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  return results
}
