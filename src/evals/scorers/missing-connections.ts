import { z } from 'zod'
import type { CaseRun, ToolCall } from '../types.ts'
import { executedCalls, innerCalls } from './executed-calls.ts'

/** Toolkit that a call failed without, because the user has not connected it. */
export type MissingConnection = {
  toolkit: string
  /** Absent if the service did not name the user. */
  userId?: string | undefined
}

/**
 * The missing connections that calls of a run failed for, one per call. Calls inside a
 * multi-execute count individually.
 */
export const findMissingConnections = (run: CaseRun): MissingConnection[] =>
  toolCalls(run).flatMap((call) => readMissing(call) ?? [])

/**
 * Adds an error to a run in which no call succeeded and some failed for lack of a connection, unless
 * the case expects this: it says nothing about the model, even if the calls are as expected.
 */
export const rejectUnconnected = (run: CaseRun): CaseRun => {
  if (run.error || run.case.expect.noConnection) return run
  const missing = findMissingConnections(run)
  if (missing.length === 0 || toolCalls(run).some(({ error }) => typeof error !== 'string'))
    return run
  const message = `No call succeeded. ${describeMissing(missing)}, or set expect.noConnection if the case expects it`
  return { ...run, error: { kind: 'infrastructure', message } }
}

/** All but the meta tools, which need no connection, even if the case expects those by name. */
const toolCalls = (run: CaseRun): ToolCall[] =>
  executedCalls({ ...run, case: { ...run.case, expect: {} } })

/** Whether a call, or one inside it, failed for lack of a connection. */
export const lacksConnection = (call: ToolCall): boolean =>
  [call, ...innerCalls(call)].some((each) => readMissing(each) !== undefined)

const readMissing = ({ error, result }: ToolCall): MissingConnection | undefined => {
  if (typeof error !== 'string') return undefined
  const data = noConnection.safeParse(result).data
  return data && { toolkit: data.toolkit, userId: data.user_id }
}

/**
 * The data of a call that the service rejected for lack of a connection. The answer of a third
 * party is one level deeper, under `body`.
 */
const noConnection = z.union([
  z.object({ toolkit: z.string(), user_id: z.string() }),
  z.object({ toolkit: z.string(), redirect_url: z.string(), user_id: z.string().optional() }),
])

/** The missing connections of all runs whose cases do not expect them, with the failed calls. */
export const countMissingConnections = (
  runs: readonly CaseRun[],
): (MissingConnection & { calls: number })[] => {
  const missing = runs
    .filter((run) => !run.case.expect.noConnection)
    .flatMap(findMissingConnections)
  return [...Map.groupBy(missing, toCommand).values()].flatMap((alike) =>
    alike.slice(0, 1).map((first) => ({ ...first, calls: alike.length })),
  )
}

/** The missing connections, without repetitions, and the commands that connect them. */
export const describeMissing = (missing: readonly MissingConnection[]): string => {
  const unique = [...new Map(missing.map((each) => [toCommand(each), each]))]
  const named = unique.slice(0, shown)
  const names = named.map(([, { toolkit, userId }]) =>
    userId === undefined ? toolkit : `${toolkit} (user ${userId})`,
  )
  const more = unique.length > shown ? ` and ${unique.length - shown} more` : ''
  return `Not connected: ${names.join(', ')}${more}. Run ${named.map(([command]) => `\`${command}\``).join(', ')}, then run the evaluation again (in another mode than strict)`
}

const shown = 5

/** A recording may be somebody else's, so its words are quoted. */
const toCommand = ({ toolkit, userId }: MissingConnection): string =>
  ['plugboard', 'connect', toolkit, ...(userId === undefined ? [] : ['--user', userId])]
    .map((word) => (/^[\w@.:/-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ')
