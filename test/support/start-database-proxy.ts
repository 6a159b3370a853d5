import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Stands before PostgreSQL and can be taken away, fall silent, or break what is open. */
export const startDatabaseProxy = async (target: URL) => {
  const sockets = new Set<Socket>()
  const pairs = new Map<Socket, Socket>()
  let isSilent = false
  let awaited: { text: string; skip: number; come: () => void } | undefined
  const silence = () => {
    isSilent = true
    for (const [incoming, outgoing] of pairs) {
      incoming.unpipe(outgoing).pause()
      outgoing.unpipe(incoming).pause()
    }
  }
  const server = createServer((incoming) => {
    incoming.on('data', (part) => {
      if (awaited && part.includes(awaited.text) && awaited.skip-- === 0) {
        silence()
        awaited.come()
        awaited = undefined
      }
    })
    const outgoing = connect({ host: target.hostname, port: Number(target.port) })
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    pairs.set(incoming, outgoing)
    if (!isSilent) incoming.pipe(outgoing).pipe(incoming)
    incoming.on('close', () => {
      pairs.delete(incoming)
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
      for (const [incoming, outgoing] of pairs) incoming.pipe(outgoing).pipe(incoming)
    },
    /** Every connection is reset; new ones are taken as before. */
    reset: () => {
      for (const incoming of pairs.keys()) incoming.resetAndDestroy()
    },
  }
}
