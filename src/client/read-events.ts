import { createParser } from 'eventsource-parser'

export type ServerSentEvent = { id: string; type: string; data: string }

/** Maximum size of an incomplete event, in characters. */
const largestEvent = 16 * 1024 * 1024

/**
 * Yields the events of a `text/event-stream` response as they arrive. The position is the id of the
 * first block, which may not be an event: the parser does not report blocks without data. Leaving
 * the loop closes the connection.
 *
 * Throws if nothing arrives for `silenceMs`, because a connection whose peer has vanished would
 * stay open forever. Time in which the caller does not request the next event does not count.
 */
export const readEvents = async (
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): Promise<{ position: string | undefined; events: AsyncGenerator<ServerSentEvent> }> => {
  const texts = readTexts(body, silenceMs)
  let opening = ''
  while (!/\r?\n\r?\n/.test(opening) && opening.length <= largestEvent) {
    const { done, value } = await texts.next()
    if (done) break
    opening += value
  }
  const [firstBlock = ''] = opening.split(/\r?\n\r?\n/)
  const position = /^id: ?(.*)$/m.exec(firstBlock)?.[1]
  return { position, events: parseEvents(opening, texts) }
}

const parseEvents = async function* (
  opening: string,
  texts: AsyncGenerator<string>,
): AsyncGenerator<ServerSentEvent> {
  const parsed: ServerSentEvent[] = []
  const parser = createParser({
    maxBufferSize: largestEvent,
    onEvent: ({ id = '', event = 'message', data }) => parsed.push({ id, type: event, data }),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error
    },
  })
  try {
    parser.feed(opening)
    yield* parsed.splice(0)
    for await (const text of texts) {
      parser.feed(text)
      yield* parsed.splice(0)
    }
  } finally {
    await texts.return(undefined)
  }
}

const readTexts = async function* (
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, reader.read())
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const within = async <Result>(milliseconds: number, result: Promise<Result>): Promise<Result> => {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(`Nothing was received for ${milliseconds} ms, not even a comment`)),
    milliseconds,
  )
  try {
    return await Promise.race([result, silence])
  } finally {
    clearTimeout(timer)
  }
}
