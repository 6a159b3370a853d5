import type { EventStream, StreamedEvent } from '../../contract/event-stream.ts'
import { basePath } from '../../contract/endpoint.ts'
import { PlugboardError } from '../../client/plugboard-error.ts'
import { readEvents } from '../../client/read-events.ts'
import { toPath } from '../../client/to-path.ts'
import { toQuery } from '../../client/to-query.ts'
import type { CallOptions } from '../../client/index.ts'
import type { Operation } from './operations.ts'

export type CallInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  content?: Blob | Uint8Array<ArrayBuffer>
}

/** What the session adds to a request. */
export type Credentials = { csrf: string; project: string | undefined }

/** Calls an operation with the session's cookie. Fails with a `PlugboardError`. */
export const send = async (
  operation: Operation,
  input: CallInput,
  { signal, timeoutMs = 90_000, idempotencyKey }: CallOptions,
  credentials: Credentials,
): Promise<unknown> => {
  const limit = operation.isStream ? undefined : AbortSignal.timeout(timeoutMs)
  const response = await request(
    basePath + toPath(operation.path, input.params) + toQuery(input.query),
    {
      method: operation.method,
      headers: toHeaders(operation, credentials, idempotencyKey),
      body: operation.isBinary
        ? (input.content ?? null)
        : operation.method === 'GET'
          ? null
          : JSON.stringify(input.body ?? {}),
      signal: AbortSignal.any([signal, limit].filter((one) => one !== undefined)),
    },
  )
  if (operation.isStream && response.ok && response.body) return open(response.body)
  return readJson(response)
}

const toHeaders = (
  operation: Operation,
  { csrf, project }: Credentials,
  idempotencyKey: string | undefined,
): Record<string, string> => ({
  'x-plugboard-csrf': csrf,
  ...(operation.ofProject && project !== undefined && { 'x-plugboard-project': project }),
  ...(operation.method !== 'GET' && {
    'content-type': operation.isBinary ? 'application/octet-stream' : 'application/json',
  }),
  ...(operation.idempotencyKey && {
    'idempotency-key': idempotencyKey ?? crypto.randomUUID(),
  }),
})

/** A request to the service itself, which is never answered from a cache. */
export const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
  try {
    return await fetch(path, { ...init, cache: 'no-store', redirect: 'error' })
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'AbortError')
      throw new PlugboardError('aborted', 'The request was cancelled', { cause })
    if (name === 'TimeoutError')
      throw new PlugboardError('timeout', 'The service did not answer in time', { cause })
    throw new PlugboardError('network', 'The service cannot be reached', {
      suggestedFix: 'Check that it is running; this page continues when it is back',
      cause,
    })
  }
}

/** The body of a successful answer; throws the error that another one describes. */
export const readJson = async (response: Response): Promise<unknown> => {
  const json: unknown =
    response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (response.ok) return json
  const error = isEnvelope(json) ? json.error : {}
  throw new PlugboardError(
    error.slug ?? 'unexpected_answer',
    error.message ?? `The service answered with status ${response.status}`,
    {
      status: response.status,
      requestId: error.request_id ?? response.headers.get('x-request-id') ?? undefined,
      suggestedFix: error.suggested_fix,
      errors: error.errors,
    },
  )
}

type Envelope = {
  error: {
    slug?: string
    message?: string
    request_id?: string
    suggested_fix?: string
    errors?: string[]
  }
}

const isEnvelope = (json: unknown): json is Envelope =>
  typeof json === 'object' &&
  json !== null &&
  'error' in json &&
  typeof json.error === 'object' &&
  json.error !== null

/** The service sends a comment every 15 seconds. */
const silenceMs = 45_000

const open = async (body: ReadableStream<Uint8Array>): Promise<EventStream> => {
  const { position, events } = await readEvents(body, silenceMs)
  return Object.assign(parse(events), { position })
}

const parse = async function* (
  events: AsyncIterable<{ id: string; type: string; data: string }>,
): AsyncGenerator<StreamedEvent> {
  for await (const { id, type, data } of events)
    yield { id, type, data: JSON.parse(data) as unknown }
}
