import { startTimeout } from './start-timeout.ts'
import { basePath, type Endpoint } from '../contract/endpoint.ts'
import { streamedData, type EventStream, type StreamedEvent } from '../contract/event-stream.ts'
import type { Connection } from './connection.ts'
import { PlugboardError } from './plugboard-error.ts'
import { readResponse } from './read-response.ts'
import { rejectUnknownKeys } from './reject-unknown-keys.ts'
import { readEvents, type ServerSentEvent } from './read-events.ts'
import type { CallInput, CallOptions } from './send.ts'
import { toPath } from './to-path.ts'
import { toQuery } from './to-query.ts'

/** The service sends a comment every 15 seconds. */
const silenceMs = 60_000

/**
 * Opens a streamed answer. The timeout covers opening it, including reading its start position.
 * After that, the stream lasts until the service ends it, the signal aborts, or the reader stops.
 */
export const openStream = async (
  connection: Connection,
  endpoint: Endpoint,
  input: CallInput,
  options: CallOptions,
): Promise<EventStream> => {
  rejectUnknownKeys(endpoint, input)
  const url =
    connection.baseUrl + basePath + toPath(endpoint.path, input.params) + toQuery(input.query)
  const opening = new AbortController()
  const timeout = startTimeout(options.timeoutMs ?? connection.timeoutMs)
  const onTimeout = () => opening.abort()
  timeout.addEventListener('abort', onTimeout)
  const signal = options.signal ? AbortSignal.any([options.signal, opening.signal]) : opening.signal
  try {
    const response = await connection.fetch(url, {
      headers: { ...connection.headers, accept: 'text/event-stream' },
      redirect: 'manual',
      signal,
    })
    if (response.status === 200 && response.body) {
      const { position, events } = await readEvents(response.body, silenceMs)
      return Object.assign(parse(connection, endpoint, events, options.signal), {
        position: position || undefined,
      })
    }
    const answer = readResponse(
      connection,
      endpoint,
      response,
      await response.json().catch(() => undefined),
    )
    throw answer instanceof PlugboardError ? answer : brokenOff(connection, endpoint)
  } catch (error) {
    throw toError(connection, endpoint, error, options.signal, opening.signal)
  } finally {
    timeout.removeEventListener('abort', onTimeout)
  }
}

const parse = async function* (
  connection: Connection,
  endpoint: Endpoint,
  events: AsyncGenerator<ServerSentEvent>,
  callerSignal: AbortSignal | undefined,
): AsyncGenerator<StreamedEvent> {
  const schema = streamedData(endpoint.responses[200])
  try {
    for await (const { id, type, data } of events) {
      const parsed = schema?.safeParse(parseJson(data))
      if (!parsed?.success)
        throw unexpected(
          connection,
          endpoint,
          parsed?.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [],
        )
      yield { id, type, data: parsed.data }
    }
  } catch (error) {
    throw toError(connection, endpoint, error, callerSignal)
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toError = (
  connection: Connection,
  endpoint: Endpoint,
  error: unknown,
  callerSignal: AbortSignal | undefined,
  timeout?: AbortSignal,
): PlugboardError => {
  if (error instanceof PlugboardError) return error
  if (callerSignal?.aborted)
    return new PlugboardError(
      'aborted',
      `${endpoint.method} ${endpoint.path}: aborted by its signal`,
      { cause: callerSignal.reason },
    )
  if (timeout?.aborted)
    return new PlugboardError('timeout', `${endpoint.method} ${endpoint.path}: no answer in time`, {
      suggestedFix: 'Pass a longer timeoutMs',
    })
  return brokenOff(connection, endpoint, error)
}

const brokenOff = (connection: Connection, endpoint: Endpoint, cause?: unknown): PlugboardError =>
  new PlugboardError(
    'network',
    `${endpoint.method} ${endpoint.path}: no answer from ${connection.baseUrl}, or the connection was lost`,
    {
      suggestedFix:
        'Check that the service is running there, and continue with query.after: the id of the last event that was read',
      cause,
    },
  )

const unexpected = (connection: Connection, endpoint: Endpoint, errors: string[]): PlugboardError =>
  new PlugboardError(
    'unexpected_answer',
    `${endpoint.method} ${endpoint.path}: an unknown event from ${connection.baseUrl}`,
    {
      suggestedFix: 'Check that baseUrl is the address of a Plugboard service of this version',
      errors: errors.map(connection.withoutKeys),
    },
  )
