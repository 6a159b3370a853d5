import type { Duplex } from 'node:stream'

type JsonLines<Message> = { send(message: Message): void }

/**
 * Exchanges JSON lines over a stream; an invalid or overlong line is an error of the other side.
 */
export const jsonLines = <Message>(
  stream: Duplex,
  {
    maximumCharacters,
    receive,
    fail,
  }: {
    maximumCharacters: number
    receive: (message: unknown) => void
    fail: (reason: string) => void
  },
): JsonLines<Message> => {
  let pieces: string[] = []
  let length = 0
  const take = (line: string) => {
    try {
      receive(JSON.parse(line))
    } catch (error) {
      fail(error instanceof SyntaxError ? 'a line is not JSON' : String(error))
    }
  }
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const [first = '', ...rest] = chunk.split('\n')
    for (const [index, piece] of [first, ...rest].entries()) {
      if (index > 0) {
        take(pieces.join(''))
        pieces = []
        length = 0
      }
      length += piece.length
      if (length > maximumCharacters)
        return fail(`a line is longer than ${maximumCharacters} characters`)
      if (piece !== '') pieces.push(piece)
    }
  })
  // Ignored: the exit of the other side is detected by the watch on its process.
  stream.on('error', () => {})
  return { send: (message) => void stream.write(`${JSON.stringify(message)}\n`) }
}
