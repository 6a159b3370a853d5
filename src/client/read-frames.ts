/**
 * One block of `text/event-stream`: an event with its data as text, or, without data, a position or
 * a comment.
 */
export type Frame = { id: string; type: string; data: string | undefined }

/**
 * Reads server-sent events as they come. Stopping the loop closes the connection.
 *
 * It throws when nothing comes for so long: a connection whose other end is gone without a word
 * stays open for ever. The time in which nobody asks for the next one does not count.
 */
export const readFrames = async function* (
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<Frame> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, reader.read())
      if (done) return
      text += decoder.decode(value, { stream: true })
      const frames = text.split(/\r?\n\r?\n/)
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const fields = toFields(frame)
        yield {
          id: fields.get('id') ?? '',
          type: fields.get('event') ?? 'message',
          data: fields.get('data'),
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const within = async <Result>(milliseconds: number, result: Promise<Result>): Promise<Result> => {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(`Nothing came for ${milliseconds} ms, not even a comment`)),
    milliseconds,
  )
  try {
    return await Promise.race([result, silence])
  } finally {
    clearTimeout(timer)
  }
}

const toFields = (frame: string): Map<string, string> => {
  const fields = new Map<string, string>()
  for (const line of frame.split(/\r?\n/)) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined)
      fields.set(
        name,
        name === 'data' && fields.has(name) ? `${fields.get(name)}\n${value}` : value,
      )
  }
  return fields
}
