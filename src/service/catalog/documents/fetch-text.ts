import type { Outbound, OutboundRequest, OutboundResponse } from '../../platform/outbound/index.ts'

export const maximumDocumentBytes = 64 * 1024 * 1024
/** The idle timeout of a server; one that sends slowly is not awaited for much longer. */
const idleTimeoutMs = 15_000
export const fetchTimeoutMs = 120_000

/** Fetches a file of a description. */
export const fetchText = (
  outbound: Outbound,
  url: string,
  given: Pick<OutboundRequest, 'egress' | 'signal' | 'takeBytes' | 'maxRedirects'>,
): Promise<OutboundResponse> =>
  outbound.send({
    method: 'GET',
    url,
    headers: { accept: 'application/json, application/yaml, */*' },
    maxResponseBytes: maximumDocumentBytes,
    idleTimeoutMs,
    timeoutMs: fetchTimeoutMs,
    ...given,
  })
