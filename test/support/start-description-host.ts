import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

type React = (request: IncomingMessage, response: ServerResponse) => void

export type DescriptionHost = {
  /** `https://localhost:…` */
  url: string
  /** As the egress list names it. */
  host: string
  /** The requests, with the status of each response: `200 /notes.json`. */
  requests: string[]
  /** Publishes a file, with an ETag unless it is to have none. */
  publish(path: string, content: string | Uint8Array, options?: { etag: false }): void
  /** Sends whoever asks for a file elsewhere, until it is published. */
  redirect(path: string, location: string): void
  /** Reacts in another way from now on; undefined: as a server of files does. */
  reacts(react: React | undefined): void
  close(): Promise<void>
}

const read = (name: string): string =>
  readFileSync(new URL(`certificates/${name}`, import.meta.url), 'utf8')

/** A server of descriptions on loopback, over https and with conditional requests. */
export const startDescriptionHost = async (): Promise<DescriptionHost> => {
  const files = new Map<string, { content: string | Uint8Array; etag: string | undefined }>()
  const redirects = new Map<string, string>()
  const requests: string[] = []
  const sockets = new Set<Duplex>()
  let react: React | undefined
  const serve: React = ({ url = '', headers }, response) => {
    const location = redirects.get(url)
    if (location !== undefined) return void response.writeHead(302, { location }).end()
    const file = files.get(url)
    if (!file) return void response.writeHead(404).end()
    const { content, etag } = file
    const isSame = etag !== undefined && headers['if-none-match'] === etag
    response.writeHead(isSame ? 304 : 200, etag === undefined ? {} : { etag })
    response.end(isSame ? undefined : content)
  }
  const server = createServer(
    { cert: read('localhost.pem'), key: read('localhost.key.pem') },
    (request, response) => {
      response.on('close', () => requests.push(`${response.statusCode} ${request.url}`))
      ;(react ?? serve)(request, response)
    },
  )
  server.on('connection', (socket: Duplex) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    url: `https://${host}`,
    host,
    requests,
    publish: (path, content, options) => {
      const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`
      redirects.delete(path)
      files.set(path, { content, etag: options?.etag === false ? undefined : etag })
    },
    redirect: (path, location) => void redirects.set(path, location),
    reacts: (next) => {
      react = next
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
