/** One event of `text/event-stream`, its data as text. */
export type Frame = { id: string; type: string; data: string }

/** Reads server-sent events as they come; comments and fields of other kinds are passed over. Stopping the loop closes the connection. */
export const readFrames = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const frames = text.split(/\r?\n\r?\n/)
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const fields = toFields(frame)
        if (fields.has('data')) yield { id: fields.get('id') ?? '', type: fields.get('event') ?? 'message', data: fields.get('data') ?? '' }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const toFields = (frame: string): Map<string, string> => {
  const fields = new Map<string, string>()
  for (const line of frame.split(/\r?\n/)) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined) fields.set(name, name === 'data' && fields.has(name) ? `${fields.get(name)}\n${value}` : value)
  }
  return fields
}
