import { ServerResponse, type IncomingMessage } from 'node:http'

/** How much of a request is read after the response, and for how long. */
export type LingerLimits = { bytes: number; ms: number }

/** The size of the largest body of any operation, and the time of 5 MiB over a slow connection. */
const limits: LingerLimits = { bytes: 64 * 1024 * 1024, ms: 10_000 }

/**
 * A response class for clients that are still sending: the response is sent at once, but ends only
 * after the rest of the request was read and discarded.
 *
 * Closing a connection while data arrives resets it, and most clients then lose the response (RFC
 * 9112, 9.6). A client that exceeds the limits is disconnected.
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

/** `end` takes content, encoding and a callback, all optional. */
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
  // A reader that has started pauses the body when it stops reading.
  request.removeAllListeners('data')
  request.on('data', count).on('end', stop).on('close', stop).resume()
}
