import type { Egress } from './egress.ts'
import type { OutboundBody } from './outbound-body.ts'
import type { Tape } from './recording/tape.ts'

/**
 * The only HTTP client of the process for requests to third parties. Created by `createOutbound`
 * and passed to the code that needs it.
 */
export type Outbound = {
  /**
   * Sends one request, follows its redirects and reads the whole response. Every failure is an
   * `OutboundError`; a 4xx or 5xx is a response.
   */
  send(request: OutboundRequest): Promise<OutboundResponse>
  /** Whether responses are replayed: see `recordOutbound`. */
  replays?: boolean
  /**
   * Fails as a request would when the rules forbid its address; a name that can't be resolved now
   * passes. Sends nothing.
   */
  check(request: Pick<OutboundRequest, 'egress' | 'url' | 'hasCredentialInUrl'>): Promise<void>
  /** Aborts the calls in progress and closes the pooled connections. */
  close(): Promise<void>
}

export type OutboundRequest = {
  /** The owner and purpose of the request, which decide the addresses that it may reach. */
  egress: Egress
  url: string | URL
  /** The address holds a credential, so plain http is refused as for `sensitiveHeaders`. */
  hasCredentialInUrl?: boolean
  /** The body holds one: then it is sent neither over plain http nor to another origin. */
  hasCredentialInBody?: boolean
  method: string
  /**
   * Names in any letter case. Headers of the connection (`host`, `content-length`, `connection`, …)
   * are dropped and computed here.
   */
  headers?: Record<string, string>
  body?: OutboundBody
  signal?: AbortSignal
  /** Limits the whole call: connecting, every redirect, headers and body. Default 60,000. */
  timeoutMs?: number
  /**
   * Limits the time without a byte of the response, from the start of the call. Default:
   * `timeoutMs`.
   */
  idleTimeoutMs?: number
  /** Limits the body as received and after decompression. Default 25 MiB. */
  maxResponseBytes?: number
  /**
   * Called for each chunk of the response, received and decompressed; the call fails as `too_large`
   * when it returns false.
   */
  takeBytes?: (bytes: number) => boolean
  /** Default 5; with 0 the 3xx response is returned. */
  maxRedirects?: number
  /**
   * Headers that carry a secret, in addition to `authorization`, `cookie` and
   * `proxy-authorization`. They are not sent to another origin after a redirect, nor over plain
   * http unless an entry of the allow list names the server.
   */
  sensitiveHeaders?: string[]
  /** Used when responses are recorded. */
  tape?: Tape
  /** The proxy to use. The target is still resolved and checked here. */
  proxy?: OutboundProxy
}

/** Sends the requests of one egress. */
export type OutboundSend = (request: Omit<OutboundRequest, 'egress'>) => Promise<OutboundResponse>

/**
 * An HTTP proxy; its address passes the same rules. `authorization` is sent as
 * `proxy-authorization`.
 */
export type OutboundProxy = { url: string; authorization?: string }

export type OutboundResponse = {
  status: number
  /**
   * Names in lower case; repeated headers are joined with a comma. A decoded body has lost its
   * `content-encoding` and `content-length`.
   */
  headers: Record<string, string>
  body: Uint8Array
  /** The final address, after redirects. */
  url: string
}
