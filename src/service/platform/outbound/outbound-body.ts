/** What a request sends. */
export type OutboundBody = string | Uint8Array | StreamedBody

/**
 * Content that is too large to be held: read anew each time that it is sent, after a redirect for
 * example.
 */
export type StreamedBody = {
  size: number
  /** Stands for the content wherever it is compared. */
  sha256: string
  read(): AsyncIterable<Uint8Array>
}

export const isStreamed = (body: OutboundBody | undefined): body is StreamedBody =>
  typeof body === 'object' && 'read' in body
