import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/**
 * A receiver of webhooks that accepts everything, over HTTPS on loopback.
 *
 * Sent `count` it says how many it got since it was last told to `forget`; sent `report`, how fast
 * they came (from the first quarter on, when all who send are at it) and how long after their
 * event.
 */
type Arrival = { at: number; afterMs: number }
let arrivals: Arrival[] = []
const seen = new Set<string>()

const read = (name: string): string =>
  readFileSync(new URL(`../../support/certificates/${name}`, import.meta.url), 'utf8')

const server = createServer(
  { cert: read('localhost.pem'), key: read('localhost.key.pem') },
  (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(204).end()
      const id = `${request.url} ${request.headers['webhook-id']}`
      if (seen.has(id)) return
      seen.add(id)
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as {
        data: { publishedAt: number }
      }
      arrivals.push({ at: performance.now(), afterMs: Date.now() - data.publishedAt })
    })
  },
)
server.keepAliveTimeout = 60_000

const report = () => {
  const middle = arrivals.slice(Math.floor(arrivals.length / 4))
  const seconds = ((middle.at(-1)?.at ?? 0) - (middle[0]?.at ?? 0)) / 1_000
  const waits = arrivals.map(({ afterMs }) => afterMs).sort((one, other) => one - other)
  return {
    perSecond: (middle.length - 1) / seconds,
    p99Ms: waits[Math.ceil(waits.length * 0.99) - 1] ?? Number.NaN,
  }
}

process.on('message', (message) => {
  if (message === 'forget') arrivals = []
  process.send?.(message === 'report' ? report() : arrivals.length)
})
server.listen(0, '127.0.0.1', () =>
  console.log(
    JSON.stringify({ url: `https://localhost:${(server.address() as AddressInfo).port}` }),
  ),
)
