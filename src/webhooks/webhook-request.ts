/**
 * The part of a fetch `Request` that is read: also `c.req.raw` of Hono, and what Next.js, Bun, Deno
 * and edge runtimes hand over.
 */
export type FetchRequest = {
  readonly headers: { get(name: string): string | null }
  readonly body: ReadableStream<Uint8Array> | null
  readonly bodyUsed: boolean
}

/**
 * The part of Node's `IncomingMessage` that is read; Express and others put the body beside it when
 * they have read it.
 */
export type NodeRequest = AsyncIterable<Uint8Array | string> & {
  readonly headers: HeaderFields
  readonly body?: unknown
  readonly rawBody?: unknown
  readonly readableEnded?: boolean
}

/** A delivery that was taken apart already; the body as its bytes came. */
export type ReceivedRequest = {
  readonly headers: HeaderFields | { get(name: string): string | null }
  readonly body: string | Uint8Array
}

export type HeaderFields = { readonly [name: string]: string | readonly string[] | undefined }

/** Every form in which a delivery may be at hand. */
export type WebhookRequest = FetchRequest | NodeRequest | ReceivedRequest
