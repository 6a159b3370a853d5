import type { FetchContext } from 'ofetch'
import type { Endpoint } from '../contract/endpoint.ts'

/** A failed attempt: the answer of the service, or the error in its place. */
export type Failure = Pick<FetchContext, 'response' | 'error'>

/** Codes of failures before a single byte of the request was sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * Whether the same request may be sent a second time: only where that can do no harm.
 *
 * Reads, deletions and uploads of files may be repeated, and so may requests with an idempotency
 * key: the service carries them out once. Anything else is retried only when the service certainly
 * did nothing: it was never reached, or turned the request away (429, 503).
 */
export const mayRetry = (
  endpoint: Pick<Endpoint, 'method' | 'idempotencyKey' | 'isBinary'>,
  { response, error }: Failure,
): boolean => {
  const harmless =
    endpoint.method === 'GET' ||
    endpoint.method === 'DELETE' ||
    endpoint.idempotencyKey === true ||
    endpoint.isBinary === true
  if (!response) return harmless || wasNeverSent(error)
  const { status, headers } = response
  // The stored answer of an earlier request with the same idempotency key would come again.
  if (headers.get('idempotent-replayed') === 'true') return false
  if (status === 429 || status === 503) return true
  return (harmless && (status === 502 || status === 504)) || isStillRunning(response)
}

/**
 * The first request with this idempotency key is still being carried out. Any other conflict (its
 * outcome is unknown or not stored) is final.
 */
export const isStillRunning = ({ status, headers }: Pick<Response, 'status' | 'headers'>) =>
  status === 409 && headers.has('retry-after')

const wasNeverSent = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false
  return ('code' in cause && neverSent.has(String(cause.code))) || wasNeverSent(cause.cause)
}
