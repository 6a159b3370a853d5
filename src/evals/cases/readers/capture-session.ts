import { z } from 'zod'
import type { Client } from '../../../client/index.ts'
import type { ExecutionLog } from '../../../contract/logs.ts'
import { exactly } from '../../matchers/index.ts'
import { isSameJson } from '../../matchers/is-same-json.ts'
import type { ExpectedCall, NotExpressed, ReadCases, ToolMock } from '../../types.ts'

export interface CaptureOptions {
  /** Id of the session, `trs_…`. */
  session: string
  /** What the user asked; the service keeps calls, not conversations. */
  input: string
  /** Id of the case; that of the session by default. */
  id?: string | undefined
}

/**
 * Makes a case of what was really called in a session: the calls that succeeded are the right ones, in their order, and what they
 * answered is what the tools answer in the case.
 *
 * @example
 * const { cases, notExpressed } = await captureSession(client, { session: 'trs_…', input: 'Open an issue for the broken door' })
 */
export const captureSession = async (client: Client, { session, input, id = session }: CaptureOptions): Promise<ReadCases> => {
  const { config: { user_id: userId, ...config } } = await client.sessions.get({ params: { session_id: session } })
  const logs = await readLogs(client, session)
  const read = logs.map(readLog)
  const calls = read.flatMap(({ call }) => call ?? [])
  const inTurn = logs.every((log, index) => index === 0 || endOf(logs[index - 1]) - rounding <= Date.parse(log.started_at))
  const notExpressed = [...read.flatMap(({ missing }) => missing), ...(inTurn ? [] : ['the order of the calls: some were made at the same time'])]
  return {
    cases: calls.length === 0 ? [] : [{
      id,
      messages: [{ role: 'user', content: input }],
      tools: { session: { userId, config: plainObject.parse(config) } },
      expect: { calls, order: inTurn ? 'total' : 'none' },
      mocks: inSequence(read.flatMap(({ mock }) => mock ?? [])),
    }],
    notExpressed: [...notExpressed, ...(calls.length === 0 ? ['the whole session: no call of it can be expected'] : [])].map((what): NotExpressed => ({ id, what })),
  }
}

const plainObject = z.record(z.string(), z.json())

/** Every execution in the session, the earliest first. */
const readLogs = async (client: Client, session: string): Promise<ExecutionLog[]> => {
  const found: ExecutionLog[] = []
  let cursor: string | null | undefined
  do {
    const page = await client.logs.list({ query: { session_ids: [session], limit: 100, ...(cursor && { cursor }) } })
    for (const { id } of page.items) found.push(await client.logs.get({ params: { id } }))
    cursor = page.next_cursor
  } while (cursor)
  return found.reverse().toSorted((one, other) => Date.parse(one.started_at) - Date.parse(other.started_at))
}

const endOf = (log: ExecutionLog | undefined): number => (log ? Date.parse(log.started_at) + log.duration_ms : -Infinity)

/** Milliseconds by which the times of a log may be off. */
const rounding = 2

/** The same call may have been answered differently later: then each answer is given once. */
const inSequence = (mocks: ToolMock[]): ToolMock[] =>
  mocks.map((mock, index) => {
    const isRepeated = mocks.slice(index + 1).some((later) => later.tool === mock.tool && isSameJson(later.arguments, mock.arguments))
    return isRepeated ? { ...mock, times: 1 } : mock
  })

const readLog = ({ id, tool_slug: tool, status, error, request, response }: ExecutionLog): { call?: ExpectedCall; mock?: ToolMock; missing: string[] } => {
  if (tool.startsWith('SVC_')) return { missing: [`the call ${id} of ${tool}, which serves to find and run tools; the calls it made stand for it`] }
  if (status === 'error') return { missing: [`the call ${id} of ${tool}, which failed: ${error}`] }
  const given = requestOf.safeParse(request).data?.arguments
  if (!given) return { missing: [`the call ${id} of ${tool}: its log does not hold the arguments`] }
  const expected = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, exactly(value)]))
  const call: ExpectedCall = { tool, arguments: expected }
  const result = responseOf.safeParse(response)
  if (!result.success) return { call, missing: [`the answer of the call ${id} of ${tool}: its log does not hold it`] }
  return { call, mock: { tool, arguments: expected, result: result.data }, missing: [] }
}

const requestOf = z.object({ arguments: plainObject })

/** The service keeps only the beginning of a large answer, and says so. */
const responseOf = z.json().refine((value) => !shortened.safeParse(value).success)

const shortened = z.object({ truncated: z.literal(true), characters: z.number(), beginning: z.string() })
