import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Listens on loopback for the callback with which a local browser delivers the code of a
 * connection. The path cannot be guessed.
 *
 * `onConfirmed` is called after the browser has received its answer.
 */
export const receiveCallback = async (
  confirm: (code: string) => Promise<void>,
  onConfirmed: () => void,
): Promise<{ url: string; close(): void }> => {
  const path = `/${randomBytes(16).toString('base64url')}`
  const server = createServer(async (request, response) => {
    // Not every target of a request is a URL, such as `//`.
    const target = URL.parse(request.url ?? '/', 'http://127.0.0.1')
    if (request.method !== 'GET' || target?.pathname !== path)
      return void response.writeHead(404, headers).end(notFound)
    const isConfirmed = await isGood(confirm, target.searchParams.get('confirmation_code'))
    response
      .writeHead(isConfirmed ? 200 : 400, headers)
      .end(isConfirmed ? connected : notConnected, isConfirmed ? onConfirmed : undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, close }
}

const isGood = async (
  confirm: (code: string) => Promise<void>,
  code: string | null,
): Promise<boolean> => {
  if (code === null) return false
  try {
    await confirm(code)
    return true
  } catch {
    return false
  }
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  connection: 'close',
}

const toDocument = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>\n`

const connected = toDocument(
  'The account is connected',
  'You can close this page and go back to the terminal.',
)
const notConnected = toDocument(
  'The account was not connected',
  'The terminal says why, or run the command there again.',
)
const notFound = toDocument('There is no such page', 'Open the address that the terminal shows.')
