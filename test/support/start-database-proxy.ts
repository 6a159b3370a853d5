import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { onTestFinished } from 'vitest'

/** A connection: what the client sends passes the gate. */
type Pair = { incoming: Socket; gate: Transform; outgoing: Socket }

/** Stands before PostgreSQL and can be taken away, fall silent, be slow, or break what is open. */
export const startDatabaseProxy = async (target: URL) => {
  const sockets = new Set<Socket>()
  const pairs = new Set<Pair>()
  let slowMs = 0
  let isSilent = false
  let awaited: { text: string; skip: number; come: () => void } | undefined
  const join = ({ incoming, gate, outgoing }: Pair) => {
    incoming.pipe(gate)
    outgoing.pipe(incoming)
  }
  const silence = () => {
    isSilent = true
    for (const { incoming, gate, outgoing } of pairs) {
      incoming.unpipe(gate).pause()
      outgoing.unpipe(incoming).pause()
    }
  }
  const createGate = () =>
    new Transform({
      transform: (part: Buffer, _encoding, pass) => {
        if (awaited && part.includes(awaited.text) && awaited.skip-- === 0) {
          silence()
          awaited.come()
          awaited = undefined
        }
        if (slowMs === 0) pass(null, part)
        else setTimeout(() => pass(null, part), slowMs)
      },
    })
  const server = createServer((incoming) => {
    const outgoing = connect({ host: target.hostname, port: Number(target.port) })
    const pair = { incoming, gate: createGate(), outgoing }
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    pairs.add(pair)
    pair.gate.pipe(outgoing)
    if (!isSilent) join(pair)
    incoming.on('close', () => {
      pairs.delete(pair)
      outgoing.destroy()
    })
    outgoing.on('close', () => incoming.destroy())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const takeAway = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  onTestFinished(async () => (server.listening ? takeAway() : undefined))
  return {
    url: Object.assign(new URL(target), { port: String(port) }).href,
    /** Every connection breaks, and new ones are refused. */
    takeAway,
    bringBack: () => listen(port),
    /** Connections stay open and new ones are taken, but nothing more passes. */
    silence,
    /** Falls silent when a statement with this text comes by, after as many as it skips. */
    silenceAt: (text: string, skip = 0): Promise<void> =>
      new Promise((come) => {
        awaited = { text, skip, come }
      }),
    speak: () => {
      isSilent = false
      for (const pair of pairs) join(pair)
    },
    /** Delays whatever is sent from now on; 0: no longer. */
    slow: (ms: number) => void (slowMs = ms),
    /** Every connection is reset; new ones are taken as before. */
    reset: () => {
      for (const { incoming } of pairs) incoming.resetAndDestroy()
    },
  }
}
