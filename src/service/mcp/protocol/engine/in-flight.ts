import type { HandshakeTransport } from './handshake-transport.ts'

/**
 * The calls of handshake clients that are under way on this node: those clients cancel, and answer
 * questions, in requests of their own. One that reaches another node finds nothing, as if it came
 * too late.
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
