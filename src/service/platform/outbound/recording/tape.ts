import type { OutboundBody } from '../outbound-body.ts'

/** Describes a request to the recorder: its owner, and its form before the credential is added. */
export type Tape = {
  /** The owner of the request, named so that it is the same in another database. */
  owner: string
  /** Distinguishes several resources of one owner. */
  id: string
  request: {
    method: string
    url: string
    headers?: Record<string, string> | undefined
    body?: OutboundBody | undefined
  }
  /** Texts that must not be recorded. */
  secrets: readonly string[]
}

/** Where responses are recorded to, or replayed from. */
export type RecordingOptions = { mode: 'record' | 'replay'; folder: string }
