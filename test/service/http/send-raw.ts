import { createConnection } from 'node:net'

/**
 * Sends bytes as they are and reads until the service closes: for what no HTTP client would send.
 */
export const sendRaw = async (
  url: string,
  bytes: string | Buffer,
): Promise<{ status: number; headers: Headers; text: string }> => {
  const { hostname, port } = new URL(url)
  const received = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = createConnection({ host: hostname, port: Number(port) }, () =>
      socket.write(bytes),
    )
    socket.setTimeout(10_000, () =>
      socket.destroy(new Error(`no end of the answer; so far: ${text}`)),
    )
    socket
      .on('data', (chunk) => {
        text += chunk.toString('utf8')
        // A service that refuses still reads for a while what its client may be sending.
        if (isWhole(text)) socket.end()
      })
      .on('error', reject)
      .on('close', () => resolve(text))
  })
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, text: rest.join('\r\n\r\n') }
}

const isWhole = (text: string): boolean => {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? []
  return length !== undefined && Buffer.byteLength(rest.join('\r\n\r\n')) >= Number(length)
}
