/**
 * The part of a fetch `Request` that is used. Also `c.req.raw` of Hono, and the requests of
 * Next.js, Bun, Deno and edge runtimes.
 */
export type FetchRequest = {
  readonly headers: { get(name: string): string | null }
  readonly body: ReadableStream<Uint8Array> | null
  readonly bodyUsed: boolean
}

/**
 * The part of Node's `IncomingMessage` that is used. Express and others add `body` once they have
 * read it.
 */
export type NodeRequest = AsyncIterable<Uint8Array | string> & {
  readonly headers: HeaderFields
  readonly body?: unknown
  readonly rawBody?: unknown
  readonly readableEnded?: boolean
}

/** A delivery as headers and body; the body must be the original bytes. */
export type ReceivedRequest = {
  readonly headers: HeaderFields | { get(name: string): string | null }
  readonly body: string | Uint8Array
}

export type HeaderFields = { readonly [name: string]: string | readonly string[] | undefined }

/** All supported forms of a delivery. */
export type WebhookRequest = FetchRequest | NodeRequest | ReceivedRequest
