import { createFetch } from 'ofetch'
import { basePath } from '../contract/contract.ts'
import type { Endpoint, SentContent } from '../contract/endpoint.ts'
import type { Connection } from './connection.ts'
import { inSpan } from './in-span.ts'
import { isStillRunning, mayRepeat, type Failure } from './may-repeat.ts'
import { pause } from './pause.ts'
import { PlugboardError } from './plugboard-error.ts'
import { readAnswer } from './read-answer.ts'
import { refuseUnknownKeys } from './refuse-unknown-keys.ts'
import { repeatDelay } from './repeat-delay.ts'
import { toPath } from './to-path.ts'
import { toQuery } from './to-query.ts'

/** What a call may say besides its input. */
export type CallOptions = {
  /** Ends the call when it aborts. */
  signal?: AbortSignal | undefined
  /** Instead of the client's own time-out; for the whole call, repetitions included. */
  timeoutMs?: number | undefined
  /**
   * Names this request, so that the service carries it out once however often it arrives; made for
   * you where it matters.
   */
  idempotencyKey?: string | undefined
}

export type CallInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  content?: SentContent
}

/**
 * Carries one call of an endpoint to the service and back, sending again where that can do no harm.
 */
export const send = async (
  connection: Connection,
  endpoint: Endpoint,
  input: CallInput,
  options: CallOptions,
): Promise<unknown> => {
  refuseUnknownKeys(endpoint, input.body)
  const url =
    connection.baseUrl + basePath + toPath(endpoint.path, input.params) + toQuery(input.query)
  const request = {
    url,
    headers: toHeaders(connection, endpoint, options),
    body: toBody(endpoint, input),
  }
  const timeoutMs = options.timeoutMs ?? connection.timeoutMs
  const deadline = Date.now() + timeoutMs
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout

  for (let repetitions = 0; ;) {
    const outcome = await sendInSpan(connection, endpoint, request, signal)
    if ('body' in outcome) return outcome.body
    if (signal.aborted) throw interruption(endpoint, options.signal, timeoutMs, signal.reason)
    if (repetitions >= connection.retries || !mayRepeat(endpoint, outcome)) throw outcome.error
    const delay = repeatDelay(repetitions, outcome.retryAfter)
    if (Date.now() + delay >= deadline) throw outcome.error
    await pause(delay, signal)
    // To wait for the answer of a request that is under way is no attempt of its own: only the
    // time-out ends it.
    if (!isStillRunning(outcome)) repetitions += 1
  }
}

type Outcome = { body: unknown } | Failure

type Request = {
  url: string
  headers: Record<string, string>
  body: string | SentContent | undefined
}

/** Its path alone names a request: what fills it may be somebody's. */
const sendInSpan = (
  connection: Connection,
  endpoint: Endpoint,
  request: Request,
  signal: AbortSignal,
): Promise<Outcome> =>
  inSpan(
    `${endpoint.method} ${endpoint.path}`,
    {
      kind: 'CLIENT',
      attributes: {
        'http.request.method': endpoint.method,
        'url.template': basePath + endpoint.path,
      },
    },
    async (span) => {
      const outcome = await span.untraced(() =>
        sendOnce(
          connection,
          endpoint,
          { ...request, headers: { ...request.headers, ...span.headers } },
          signal,
        ),
      )
      if ('error' in outcome) span.fail(outcome.error.slug)
      return outcome
    },
  )

const sendOnce = async (
  connection: Connection,
  endpoint: Endpoint,
  request: Request,
  signal: AbortSignal,
): Promise<Outcome> => {
  let response
  try {
    signal.throwIfAborted()
    response = await createFetch({ fetch: connection.fetch }).raw<{ json: unknown } | undefined>(
      request.url,
      {
        method: endpoint.method,
        headers: request.headers,
        body: request.body,
        signal,
        // A redirect would carry the key to wherever it points.
        redirect: 'manual',
        retry: false,
        ignoreResponseError: true,
        parseResponse: parseJson,
      },
    )
  } catch (error) {
    return { error: unreachable(connection, endpoint, error), retryAfter: null, replayed: false }
  }
  const answer = readAnswer(connection, endpoint, response, response._data?.json)
  if (!(answer instanceof PlugboardError)) return answer
  return {
    error: answer,
    retryAfter: response.headers.get('retry-after'),
    replayed: response.headers.get('idempotent-replayed') === 'true',
  }
}

const toHeaders = (
  connection: Connection,
  endpoint: Endpoint,
  options: CallOptions,
): Record<string, string> => ({
  ...connection.headers,
  accept: 'application/json',
  ...(endpoint.method === 'GET'
    ? {}
    : { 'content-type': endpoint.isBinary ? 'application/octet-stream' : 'application/json' }),
  ...(endpoint.idempotencyKey
    ? { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }
    : {}),
})

const toBody = (endpoint: Endpoint, input: CallInput): Request['body'] =>
  endpoint.isBinary
    ? input.content
    : endpoint.method === 'GET' || !endpoint.body
      ? undefined
      : JSON.stringify(input.body ?? {})

const parseJson = (text: string): { json: unknown } | undefined => {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const unreachable = (
  connection: Connection,
  endpoint: Endpoint,
  error: unknown,
): PlugboardError => {
  // ofetch's own error holds the request with its keys; what it wraps does not.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new PlugboardError(
    'network',
    `${endpoint.method} ${endpoint.path}: no answer from ${connection.baseUrl}`,
    {
      suggestedFix:
        'Check that the service runs there (plugboard dev) and that baseUrl or PLUGBOARD_BASE_URL names it',
      cause,
    },
  )
}

const interruption = (
  endpoint: Endpoint,
  own: AbortSignal | undefined,
  timeoutMs: number,
  reason: unknown,
): PlugboardError =>
  own?.aborted
    ? new PlugboardError(
        'aborted',
        `${endpoint.method} ${endpoint.path}: ended by its abort signal`,
        { cause: reason },
      )
    : new PlugboardError(
        'timeout',
        `${endpoint.method} ${endpoint.path}: no answer within ${timeoutMs} ms`,
        {
          suggestedFix:
            'Pass a longer timeoutMs, or look at the log of the service for what takes so long',
          cause: reason,
        },
      )
