import { createFetch, FetchError, type FetchContext } from 'ofetch'
import { basePath } from '../contract/contract.ts'
import type { Endpoint, SentContent } from '../contract/endpoint.ts'
import type { Connection } from './connection.ts'
import { inSpan } from './in-span.ts'
import { isStillRunning, mayRetry } from './may-retry.ts'
import { pause } from './pause.ts'
import { PlugboardError } from './plugboard-error.ts'
import { readAnswer } from './read-answer.ts'
import { refuseUnknownKeys } from './refuse-unknown-keys.ts'
import { retryDelay } from './retry-delay.ts'
import { toPath } from './to-path.ts'
import { toQuery } from './to-query.ts'

/** Options of a single call. */
export type CallOptions = {
  /** Ends the call when it aborts. */
  signal?: AbortSignal | undefined
  /** Replaces the client's time-out, which covers the whole call including its retries. */
  timeoutMs?: number | undefined
  /**
   * Identifies this request, so that the service carries it out once however often it arrives;
   * generated where the operation takes one.
   */
  idempotencyKey?: string | undefined
}

export type CallInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  content?: SentContent
}

/** Retries go by `mayRetry`. ofetch counts a request without an answer as a status of 500. */
const retryStatusCodes = [409, 429, 500, 502, 503, 504]

/**
 * Sends one call of an endpoint to the service and reads the answer, with retries where they can do
 * no harm.
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
  const timeoutMs = options.timeoutMs ?? connection.timeoutMs
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const retryOrEnd = createRetryRule(connection, endpoint, signal, Date.now() + timeoutMs)

  let answer: ReturnType<typeof readAnswer> | undefined
  const attempt = createAttempt(connection, endpoint, (read) => (answer = read))
  await createFetch({ fetch: attempt })
    .raw(url, {
      method: endpoint.method,
      headers: toHeaders(connection, endpoint, options),
      body: toBody(endpoint, input),
      // Not ofetch's `timeout`, which covers the first attempt only and ignores the caller's signal.
      signal,
      // A redirect would carry the key to wherever it points.
      redirect: 'manual',
      // The attempt has read the body.
      responseType: 'stream',
      retry: connection.retries,
      retryStatusCodes,
      onRequest: () => signal.throwIfAborted(),
      onRequestError: retryOrEnd,
      onResponseError: retryOrEnd,
    })
    .catch((error: unknown) => {
      if (signal.aborted) throw interruption(endpoint, options.signal, timeoutMs, signal.reason)
      if (!(error instanceof FetchError && error.response))
        throw unreachable(connection, endpoint, error)
    })
  if (!answer || answer instanceof PlugboardError) throw answer
  return answer.body
}

/**
 * After a failed attempt: waits for the next one, or rules it out.
 *
 * The wait is here because ofetch's `retryDelay` goes on after an abort.
 */
const createRetryRule =
  (connection: Connection, endpoint: Endpoint, signal: AbortSignal, deadline: number) =>
  async ({ options, response, error }: FetchContext): Promise<void> => {
    const left = Number(options.retry)
    const delay = retryDelay(
      connection.retries - left,
      response?.headers.get('retry-after') ?? null,
    )
    if (
      signal.aborted ||
      !mayRetry(endpoint, { response, error }) ||
      left <= 0 ||
      Date.now() + delay >= deadline
    ) {
      options.retry = false
      return
    }
    // Waiting for a request that is still running uses up no retry: only the time-out ends it.
    if (response && isStillRunning(response)) options.retry = left + 1
    await pause(delay, signal)
  }

/**
 * One attempt in its span, named by the template of the path, whose values may be personal. The
 * answer is read here, so that one that breaks off counts as a failed attempt.
 */
const createAttempt =
  (
    connection: Connection,
    endpoint: Endpoint,
    onAnswer: (answer: ReturnType<typeof readAnswer>) => void,
  ): typeof fetch =>
  (url, init) =>
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
        const headers = new Headers(init?.headers)
        for (const [name, value] of Object.entries(span.headers)) headers.set(name, value)
        try {
          return await span.untraced(async () => {
            const response = await connection.fetch(url, { ...init, headers })
            const json = parseJson(await response.text())
            const answer = readAnswer(connection, endpoint, response, json)
            if (answer instanceof PlugboardError) span.fail(answer.slug)
            onAnswer(answer)
            return response
          })
        } catch (error) {
          span.fail('network')
          throw error
        }
      },
    )

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

const toBody = (endpoint: Endpoint, input: CallInput): string | SentContent | undefined =>
  endpoint.isBinary
    ? input.content
    : endpoint.method === 'GET' || !endpoint.body
      ? undefined
      : JSON.stringify(input.body ?? {})

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
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
  callerSignal: AbortSignal | undefined,
  timeoutMs: number,
  reason: unknown,
): PlugboardError =>
  callerSignal?.aborted
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
