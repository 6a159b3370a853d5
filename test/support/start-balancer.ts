import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** How often each node is asked whether it is ready. */
const askEveryMs = 100

type Balancer = { url: string; add(url: string): void }

/**
 * Stands before the nodes of a service as a cluster's own does: new connections go in turn to those
 * that say they are ready.
 */
export const startBalancer = async (): Promise<Balancer> => {
  const nodes = new Map<string, { isReady: boolean }>()
  const sockets = new Set<Socket>()
  let turn = 0

  const ask = async (url: string, node: { isReady: boolean }) => {
    node.isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  const asking = setInterval(
    () => [...nodes].forEach(([url, node]) => void ask(url, node)),
    askEveryMs,
  )

  const server = createServer((incoming) => {
    const ready = [...nodes].filter(([, { isReady }]) => isReady)
    const [url] = ready[(turn += 1) % ready.length] ?? []
    if (url === undefined) return void incoming.destroy()
    const { hostname, port } = new URL(url)
    const outgoing = connect({ host: hostname, port: Number(port) })
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    incoming.pipe(outgoing).pipe(incoming)
    incoming.on('close', () => outgoing.destroy())
    outgoing.on('close', () => incoming.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    clearInterval(asking)
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, add: (url) => void nodes.set(url, { isReady: true }) }
}
