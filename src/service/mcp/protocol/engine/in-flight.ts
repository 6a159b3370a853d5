import type { HandshakeTransport } from './handshake-transport.ts'

/**
 * The running calls of handshake clients on this node: those clients cancel, and answer requests,
 * in separate HTTP requests. One that reaches another node has no effect, as if it arrived too
 * late.
 */
export const createInFlight = () => {
  const byCall = new Map<string, HandshakeTransport>()
  const byQuestion = new Map<string, HandshakeTransport>()
  return {
    add: (call: string, transport: HandshakeTransport): void => {
      byCall.set(call, transport)
      byQuestion.set(transport.id, transport)
    },
    remove: (call: string, transport: HandshakeTransport): void => {
      if (byCall.get(call) === transport) byCall.delete(call)
      byQuestion.delete(transport.id)
    },
    ofCall: (call: string) => byCall.get(call),
    ofQuestion: (id: string) => byQuestion.get(id),
  }
}

export type InFlight = ReturnType<typeof createInFlight>
