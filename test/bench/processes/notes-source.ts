import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * An API with a list of ten notes, to poll; sent the word `count` it says how often it was asked
 * since it was last.
 */
const body = JSON.stringify({
  notes: Array.from({ length: 10 }, (_, index) => ({
    id: `n${index}`,
    text: 'The quick brown fox jumps over the lazy dog',
  })),
})
let polls = 0
const server = createServer((request, response) => {
  if (request.url?.startsWith('/notes')) polls += 1
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
})
server.listen(0, '127.0.0.1', () =>
  console.log(
    JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
  ),
)
process.on('message', () => {
  process.send?.(polls)
  polls = 0
})
