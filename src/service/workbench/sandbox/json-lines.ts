import type { Duplex } from 'node:stream'

export type JsonLines<Message> = { send(message: Message): void }

/**
 * Exchanges JSON over a stream, a line each; a line that is no JSON, or longer than allowed, is a
 * failure of the other side.
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
      fail(error instanceof SyntaxError ? 'a line is no JSON' : String(error))
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
  // Whoever is gone reads nothing more; that it is gone is noticed where its process is watched.
  stream.on('error', () => {})
  return { send: (message) => void stream.write(`${JSON.stringify(message)}\n`) }
}
