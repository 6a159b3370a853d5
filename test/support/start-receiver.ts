import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'

/** What a receiver does with a delivery: answer, hang, or close the connection. */
export type Reaction = { status: number; headers?: Record<string, string> } | 'hang' | 'close'

export type Received = {
  path: string
  id: string
  headers: Record<string, string>
  body: string
  reaction: Reaction
}

export type Receiver = { url: string; host: string; received: Received[] }

const read = (name: string): string =>
  readFileSync(new URL(`certificates/${name}`, import.meta.url), 'utf8')

/** Signs the receivers; for `extraCa`. */
export const authority: string = read('authority.pem')

/** A receiver of webhooks on loopback, over HTTPS. */
export const startReceiver = async (
  react: (delivery: Omit<Received, 'reaction'>) => Reaction,
): Promise<Receiver> => {
  const received: Received[] = []
  const server = createServer(
    { cert: read('localhost.pem'), key: read('localhost.key.pem') },
    (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        const delivery = {
          path: request.url ?? '',
          id: headers['webhook-id'] ?? '',
          headers,
          body: Buffer.concat(chunks).toString(),
        }
        const reaction = react(delivery)
        received.push({ ...delivery, reaction })
        if (reaction === 'close') request.socket.destroy()
        else if (reaction !== 'hang') response.writeHead(reaction.status, reaction.headers).end()
      })
    },
  )
  const port = await listen(server)
  return { url: `https://localhost:${port}`, host: `localhost:${port}`, received }
}

const listen = async (server: Server): Promise<number> => {
  const sockets = new Set<Duplex>()
  server.on('connection', (socket: Duplex) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
