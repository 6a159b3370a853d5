import type { Endpoint } from '../contract/endpoint.ts'
import type { PlugboardError } from './plugboard-error.ts'

/** Codes of failures before a single byte of the request was sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * Whether the same request may go out a second time: only where that can do no harm.
 *
 * Reading and deleting twice is as good as once. Anything else is repeated only when the service certainly did nothing:
 * it was never reached, or turned the request away (429, 503).
 */
export const mayRepeat = (method: Endpoint['method'], error: PlugboardError): boolean => {
  const harmless = method === 'GET' || method === 'DELETE'
  if (error.slug === 'network') return harmless || wasNeverSent(error.cause)
  if (error.status === 429 || error.status === 503) return true
  return harmless && (error.status === 502 || error.status === 504)
}

const wasNeverSent = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false
  return ('code' in cause && neverSent.has(String(cause.code))) || wasNeverSent(cause.cause)
}
