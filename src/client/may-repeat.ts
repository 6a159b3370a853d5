import type { Endpoint } from '../contract/endpoint.ts'
import type { PlugboardError } from './plugboard-error.ts'

/** What came instead of a success. */
export type Failure = {
  error: PlugboardError
  /** The header of that name. */
  retryAfter: string | null
  /**
   * It is the stored answer of an earlier request with the same idempotency key, and would come
   * again.
   */
  replayed: boolean
}

/** Codes of failures before a single byte of the request was sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * Whether the same request may go out a second time: only where that can do no harm.
 *
 * Reading and deleting twice is as good as once, as is uploading a file, and so is what carries an
 * idempotency key: the service does it once. Anything else is repeated only when the service
 * certainly did nothing: it was never reached, or turned the request away (429, 503).
 */
export const mayRepeat = (
  endpoint: Pick<Endpoint, 'method' | 'idempotencyKey' | 'isBinary'>,
  failure: Failure,
): boolean => {
  const { error, replayed } = failure
  const harmless =
    endpoint.method === 'GET' ||
    endpoint.method === 'DELETE' ||
    endpoint.idempotencyKey === true ||
    endpoint.isBinary === true
  if (replayed) return false
  if (error.slug === 'network') return harmless || wasNeverSent(error.cause)
  if (error.status === 429 || error.status === 503) return true
  return (harmless && (error.status === 502 || error.status === 504)) || isStillRunning(failure)
}

/**
 * The first request with this idempotency key goes on. Any other conflict (its outcome is unknown
 * or not stored) stays one.
 */
export const isStillRunning = ({ error, retryAfter }: Failure): boolean =>
  error.status === 409 && retryAfter !== null

const wasNeverSent = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false
  return ('code' in cause && neverSent.has(String(cause.code))) || wasNeverSent(cause.cause)
}
