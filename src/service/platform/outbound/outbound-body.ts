/** The content of a request. */
export type OutboundBody = string | Uint8Array | StreamedBody

/**
 * Content that is too large for memory: read again each time it is sent, for example after a
 * redirect.
 */
export type StreamedBody = {
  size: number
  /** Identifies the content in comparisons. */
  sha256: string
  read(): AsyncIterable<Uint8Array>
}

export const isStreamed = (body: OutboundBody | undefined): body is StreamedBody =>
  typeof body === 'object' && 'read' in body
