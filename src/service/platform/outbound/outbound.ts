import type { Egress } from './egress.ts'
import type { OutboundBody } from './outbound-body.ts'
import type { Tape } from './recording/tape.ts'

/**
 * The one way HTTP leaves the process. Made by `createOutbound`; handed to whatever has to call
 * somebody else's server.
 */
export type Outbound = {
  /**
   * Sends one request, follows its redirects and reads the whole answer. Every failure is an
   * `OutboundError`; a 4xx or 5xx is an answer.
   */
  send(request: OutboundRequest): Promise<OutboundResponse>
  /** Recorded answers stand for those of others: see `recordOutbound`. */
  replays?: boolean
  /**
   * Fails as such a request would when the rules forbid its address; a name that can't be resolved
   * now passes. Nothing is sent.
   */
  check(request: Pick<OutboundRequest, 'egress' | 'url' | 'hasCredentialInUrl'>): Promise<void>
  /** Ends the calls under way as `aborted` and closes the pooled connections. */
  close(): Promise<void>
}

export type OutboundRequest = {
  /** Whose request it is, and what for: this decides which addresses it may reach. */
  egress: Egress
  url: string | URL
  /**
   * The address holds a credential, so that plain http is refused as it is for `sensitiveHeaders`.
   */
  hasCredentialInUrl?: boolean
  method: string
  /**
   * Names in any letter case. What belongs to the connection (`host`, `content-length`,
   * `connection`, …) is dropped: it is computed here.
   */
  headers?: Record<string, string>
  body?: OutboundBody
  signal?: AbortSignal
  /** For the whole call: connecting, every redirect, headers and body. Default 60,000. */
  timeoutMs?: number
  /**
   * Without a byte of the answer, from the beginning on. Default: as long as the whole call may
   * take.
   */
  idleTimeoutMs?: number
  /** Counted as received and again after decompression. Default 25 MiB. */
  maxResponseBytes?: number
  /**
   * Asked for room for each part of the answer, decompressed too. Where there is none the call
   * fails as `too_large`.
   */
  takeBytes?: (bytes: number) => boolean
  /** Default 5; 0 hands back the 3xx. */
  maxRedirects?: number
  /**
   * Headers that carry a secret, besides `authorization`, `cookie` and `proxy-authorization`. They
   * don't follow a redirect to another origin, nor go over plain http, unless an entry of the allow
   * list names the server.
   */
  sensitiveHeaders?: string[]
  /** For a recorder, where there is one. */
  tape?: Tape
  /** Send it through this proxy. The target is resolved and checked here all the same. */
  proxy?: OutboundProxy
}

/** Sends the requests of one egress. */
export type OutboundSend = (request: Omit<OutboundRequest, 'egress'>) => Promise<OutboundResponse>

/**
 * An HTTP proxy; its address passes the same rules. `authorization` is what it gets as
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
  /** The address that answered, after redirects. */
  url: string
}
