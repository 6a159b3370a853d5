import { ServerResponse, type IncomingMessage } from 'node:http'

/** How much of a request is still read once it was answered, and for how long. */
export type LingerLimits = { bytes: number; ms: number }

/**
 * As large as the largest body that any operation takes; the time is that of 5 MiB over a slow
 * line.
 */
const limits: LingerLimits = { bytes: 64 * 1024 * 1024, ms: 10_000 }

/**
 * The class of answers that reach clients which are still sending: they go out at once, but end
 * only when the rest of the request was read and thrown away.
 *
 * A connection that is closed while bytes come in is reset, and most clients lose the answer with
 * it (RFC 9112, 9.6). What sends more than the limits, or longer, is cut off.
 */
export const lingering = ({
  bytes,
  ms,
}: LingerLimits = limits): typeof ServerResponse<IncomingMessage> =>
  class LingeringResponse extends ServerResponse<IncomingMessage> {
    #isEnding = false

    override end(...parts: unknown[]): this {
      const finish = super.end.bind(this) as (...parts: unknown[]) => this
      if (this.req.complete || this.req.destroyed || this.writableEnded) return finish(...parts)
      if (this.#isEnding) return this
      this.#isEnding = true
      const [content, encoding, done] = toArguments(parts)
      if (content === undefined) this.flushHeaders()
      else this.write(content, encoding)
      discard(this.req, { bytes, ms }, (isWhole) => {
        finish(done)
        if (!isWhole) this.req.socket.destroySoon()
      })
      return this
    }
  }

type Content = string | Uint8Array

/** `end` takes its content, the encoding and a callback, each of which may be left out. */
const toArguments = (
  parts: unknown[],
): [Content | undefined, BufferEncoding, (() => void) | undefined] => {
  const [content, encoding] = parts
  return [
    typeof content === 'string' || content instanceof Uint8Array ? content : undefined,
    typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8',
    parts.find((part): part is () => void => typeof part === 'function'),
  ]
}

const discard = (
  request: IncomingMessage,
  { bytes, ms }: LingerLimits,
  done: (isWhole: boolean) => void,
): void => {
  let left = bytes
  const stop = () => {
    clearTimeout(timer)
    request.off('data', count).off('end', stop).off('close', stop)
    done(request.complete)
  }
  const count = (chunk: Uint8Array) => {
    left -= chunk.byteLength
    if (left < 0) stop()
  }
  const timer = setTimeout(stop, ms)
  // Whoever began to read the body pauses it when nobody asks for more.
  request.removeAllListeners('data')
  request.on('data', count).on('end', stop).on('close', stop).resume()
}
