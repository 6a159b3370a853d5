import { readFileSync } from 'node:fs'
import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Publishing = { url: string; host: string; asked: string[] }

const read = (name: string): string =>
  readFileSync(new URL(`certificates/${name}`, import.meta.url), 'utf8')

/**
 * A host at which a provider publishes keys, over https unless `plain`; `answer` gives the content
 * of a path, or a status.
 */
export const startKeyServer = async (
  answer: (path: string) => string | Buffer | number,
  { plain = false } = {},
): Promise<Publishing> => {
  const asked: string[] = []
  const listener: RequestListener = (incoming, response) => {
    const path = incoming.url ?? ''
    asked.push(path)
    const content = answer(path)
    if (typeof content === 'number') response.writeHead(content).end()
    else response.end(content)
  }
  const server = plain
    ? createPlainServer(listener)
    : createServer({ cert: read('localhost.pem'), key: read('localhost.key.pem') }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const host = plain ? `127.0.0.1:${port}` : `localhost:${port}`
  return { url: `${plain ? 'http' : 'https'}://${host}`, host, asked }
}
