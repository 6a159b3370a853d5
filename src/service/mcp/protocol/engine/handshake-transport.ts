import {
  PerRequestHTTPServerTransport,
  type JSONRPCMessage,
  type TransportSendOptions,
} from '@modelcontextprotocol/server'
import { createId } from '../../../platform/ids.ts'

/**
 * Carries one request of a handshake client, as JSON, or as a stream if there is a message before
 * the answer.
 *
 * Requests of the server to the client get ids that distinguish the calls of one client.
 */
export class HandshakeTransport extends PerRequestHTTPServerTransport {
  readonly id = createId('mcq_')
  readonly #scope: string
  readonly #onClosed: () => void

  constructor({
    scope,
    streams,
    onClosed,
  }: {
    scope: string
    streams: boolean
    onClosed: () => void
  }) {
    super({ classification: { era: 'legacy' }, responseMode: streams ? 'auto' : 'json' })
    this.#scope = scope
    this.#onClosed = onClosed
  }

  override async close(): Promise<void> {
    await super.close()
    this.#onClosed()
  }

  override send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return super.send(
      'method' in message && 'id' in message
        ? { ...message, id: `${this.id}.${message.id}` }
        : message,
      options,
    )
  }

  /** Passes the client's answer to a request of this call on; ignores answers to other requests. */
  answer(scope: string, response: JSONRPCMessage): void {
    if (scope !== this.#scope || !('id' in response)) return
    const id = Number(String(response.id).slice(this.id.length + 1))
    this.onmessage?.({ ...response, id } as JSONRPCMessage, { classification: { era: 'legacy' } })
  }
}
