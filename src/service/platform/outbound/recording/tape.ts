import type { OutboundBody } from '../outbound-body.ts'

/**
 * What a recorder is told of a request: whose it is, and how it looks before a credential is in it.
 */
export type Tape = {
  /** Whom the request is made for, in words that are the same in another database. */
  owner: string
  /** Tells apart what one owner has several of. */
  id: string
  request: {
    method: string
    url: string
    headers?: Record<string, string> | undefined
    body?: OutboundBody | undefined
  }
  /** Texts that are not written down. */
  secrets: readonly string[]
}

/** Where answers are written to, or read from in the place of asking. */
export type RecordingOptions = { mode: 'record' | 'replay'; folder: string }
