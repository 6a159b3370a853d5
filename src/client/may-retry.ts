import type { FetchContext } from 'ofetch'
import type { Endpoint } from '../contract/endpoint.ts'

/** A failed attempt: the service's answer, or the error if there was none. */
type Failure = Pick<FetchContext, 'response' | 'error'>

/** Codes of errors that occur before any byte of the request was sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * Returns whether a request can be repeated safely.
 *
 * Reads, deletions and file uploads can be repeated, and so can requests with an idempotency key,
 * which the service executes once. Other requests are only retried if the service has certainly not
 * executed them: it was not reached, or rejected the request (429, 503).
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
  // The service would return the stored answer of an earlier request with the same idempotency key.
  if (headers.get('idempotent-replayed') === 'true') return false
  if (status === 429 || status === 503) return true
  return (harmless && (status === 502 || status === 504)) || isStillRunning(response)
}

/**
 * The first request with this idempotency key is still running. Any other conflict (its result is
 * unknown or was not stored) is final.
 */
export const isStillRunning = ({ status, headers }: Pick<Response, 'status' | 'headers'>) =>
  status === 409 && headers.has('retry-after')

const wasNeverSent = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false
  return ('code' in cause && neverSent.has(String(cause.code))) || wasNeverSent(cause.cause)
}
