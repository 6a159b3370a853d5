import type { Outbound, OutboundRequest, OutboundResponse } from '../../platform/outbound/index.ts'

export const maximumDocumentBytes = 64 * 1024 * 1024
/** The idle timeout of a server; one that sends slowly is not awaited for much longer. */
const idleTimeoutMs = 15_000
export const fetchTimeoutMs = 120_000

export type Fetching = Pick<OutboundRequest, 'egress' | 'takeBytes' | 'maxRedirects'> & {
  /** Conditions, under which the server may respond with 304. */
  headers?: Record<string, string>
  signal: AbortSignal
}

/** Fetches a file of a description. */
export const fetchText = (
  outbound: Outbound,
  url: string,
  { headers, ...given }: Fetching,
): Promise<OutboundResponse> =>
  outbound.send({
    method: 'GET',
    url,
    headers: { accept: 'application/json, application/yaml, */*', ...headers },
    maxResponseBytes: maximumDocumentBytes,
    idleTimeoutMs,
    timeoutMs: fetchTimeoutMs,
    ...given,
  })

/** Whether a response has the file, or says that it is still the one that the conditions name. */
export const hasText = (
  { status }: OutboundResponse,
  headers: Record<string, string> = {},
): boolean => status === 200 || (status === 304 && Object.keys(headers).length > 0)
