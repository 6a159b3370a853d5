import { z } from 'zod'
import type { Client } from '../../../client/index.ts'
import type { ExecutionLog } from '../../../contract/logs.ts'
import { exactly, type JsonValue, type Matcher } from '../../matchers/index.ts'
import { isSameJson } from '../../matchers/is-same-json.ts'
import type { ExpectedCall, NotExpressed, ReadCases, ToolMock } from '../../types.ts'
import { hideSecrets } from './hide-secrets.ts'

export type CaptureOptions = {
  /** Session id, `trs_…`. */
  session: string
  /** The user's prompt. The service stores calls, not conversations. */
  input: string
  /** Id of the case; default: the session id. */
  id?: string | undefined
}

/**
 * Creates a case from the calls of a session: the successful calls, in order, are the expected
 * ones, and their results become mocks. Secrets are not included: an argument that contained one
 * accepts any value.
 *
 * @example
 * const { cases, notExpressed } = await captureSession(client, { session: 'trs_…', input: 'Open an issue for the broken door' })
 */
export const captureSession = async (
  client: Client,
  { session, input, id = session }: CaptureOptions,
): Promise<ReadCases> => {
  const {
    config: { user_id: userId, ...config },
  } = await client.sessions.get({ params: { session_id: session } })
  const read = (await readLogs(client, session)).map((log) => ({ log, ...readLog(log) }))
  const calls = read.flatMap(({ call }) => call ?? [])
  // A tool that executes other calls takes as long as they do, but is not another call that runs at
  // the same time.
  const inTurn = areInTurn(read.flatMap(({ call, log }) => (call ? [log] : [])))
  const notExpressed = [
    ...read.flatMap(({ missing }) => missing),
    ...(inTurn ? [] : ['the order of the calls: some were made at the same time']),
  ]
  return {
    cases:
      calls.length === 0
        ? []
        : [
            {
              id,
              messages: [{ role: 'user', content: input }],
              tools: { session: { userId, config: plainObject.parse(config) } },
              expect: { calls, order: inTurn ? 'total' : 'none' },
              mocks: inSequence(read.flatMap(({ mock }) => mock ?? [])),
            },
          ],
    notExpressed: [
      ...notExpressed,
      ...(calls.length === 0 ? ['the whole session: none of its calls can be expected'] : []),
    ].map((what): NotExpressed => ({ id, what })),
  }
}

const plainObject = z.record(z.string(), z.json())

/** All executions of the session, oldest first. */
const readLogs = async (client: Client, session: string): Promise<ExecutionLog[]> => {
  const found: ExecutionLog[] = []
  let cursor: string | null | undefined
  do {
    const page = await client.logs.list({
      query: { session_ids: [session], limit: 100, ...(cursor && { cursor }) },
    })
    for (const { id } of page.items) found.push(await client.logs.get({ params: { id } }))
    cursor = page.next_cursor
  } while (cursor)
  return found
    .reverse()
    .toSorted((one, other) => Date.parse(one.started_at) - Date.parse(other.started_at))
}

const areInTurn = (logs: readonly ExecutionLog[]): boolean =>
  logs.every((log, index) => endOf(logs[index - 1]) - rounding <= Date.parse(log.started_at))

const endOf = (log: ExecutionLog | undefined): number =>
  log ? Date.parse(log.started_at) + log.duration_ms : -Infinity

/** The accuracy of the times in a log, in milliseconds. */
const rounding = 2

/**
 * The same call may have had different answers over time: each answer is then used once. A mock
 * accepts arguments that it does not mention, so mocks with more arguments come first.
 */
const inSequence = (mocks: ToolMock[]): ToolMock[] =>
  mocks
    .toSorted((one, other) => namedBy(other) - namedBy(one))
    .map((mock, index, mocks) => {
      const isRepeated = mocks
        .slice(index + 1)
        .some((later) => later.tool === mock.tool && isSameJson(later.arguments, mock.arguments))
      return isRepeated ? { ...mock, times: 1 } : mock
    })

const namedBy = ({ arguments: given = {} }: ToolMock): number => Object.keys(given).length

const readLog = ({
  id,
  tool_slug: tool,
  status,
  error,
  request,
  response,
}: ExecutionLog): { call?: ExpectedCall; mock?: ToolMock; missing: string[] } => {
  const name = `the call ${id} of ${tool}`
  if (tool.startsWith('SVC_'))
    return {
      missing: [`${name}, a meta tool; the calls that it made are used instead`],
    }
  if (tool === 'PROXY') return { missing: [`${name}, a request that names no tool`] }
  if (status === 'error') return { missing: [`${name}, which failed: ${error}`] }
  const given = requestOf.safeParse(request).data?.arguments
  if (!given) return { missing: [`${name}: its log entry does not contain the arguments`] }
  const read = Object.entries(given).map(([argument, value]) => ({
    argument,
    ...readArgument(argument, value),
  }))
  const expected = Object.fromEntries(read.map(({ argument, matcher }) => [argument, matcher]))
  const hidden = read
    .filter(({ isHidden }) => isHidden)
    .map(({ argument }) => `${argument} of ${name}, which contains a secret; any value is accepted`)
  const call: ExpectedCall = { tool, arguments: expected }
  const result = responseOf.safeParse(response)
  if (!result.success)
    return {
      call,
      missing: [...hidden, `the answer of ${name}: its log entry does not contain it`],
    }
  const answer = hideSecrets(result.data)
  const cut = answer.isHidden ? [`a secret in the answer of ${name}`] : []
  return {
    call,
    mock: { tool, arguments: expected, result: answer.value },
    missing: [...hidden, ...cut],
  }
}

/** Case files are shared, so they must not contain secrets. */
const readArgument = (name: string, value: JsonValue): { matcher: Matcher; isHidden: boolean } =>
  hideSecrets({ [name]: value }).isHidden
    ? { matcher: { $any: true }, isHidden: true }
    : { matcher: exactly(value), isHidden: false }

const requestOf = z.object({ arguments: plainObject })

/** The service stores only the beginning of a large answer, and marks it as truncated. */
const responseOf = z.json().refine((value) => !shortened.safeParse(value).success)

const shortened = z.object({
  truncated: z.literal(true),
  characters: z.number(),
  beginning: z.string(),
})
