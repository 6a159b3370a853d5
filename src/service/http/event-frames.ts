import type { EventStream, StreamedEvent } from '../../contract/event-stream.ts'

export type FrameOptions = {
  /** Ends the stream when it aborts. */
  signal: AbortSignal
  /** Called when the stream ends for any reason. */
  end(): void
  /**
   * Called repeatedly to check that the reader is still authorized; the stream ends when it
   * rejects.
   */
  check(): Promise<unknown>
  checkEveryMs: number
  /** The interval of comments that keep proxies from closing the connection. */
  heartbeatMs: number
  onError(thrown: unknown): void
}

const encoder = new TextEncoder()

/**
 * The reconnection delay of clients, and the position to resume from: an id without data is not
 * dispatched as an event.
 */
const toOpening = (position: string | undefined): string =>
  `retry: 2000\n${position === undefined ? '' : `id: ${position}\n`}\n`

const heartbeat = ': still here\n\n'

/** Encodes events as `text/event-stream`, with backpressure. */
export const eventFrames = (
  events: EventStream,
  options: FrameOptions,
): ReadableStream<Uint8Array> => {
  const { signal } = options
  let wanted = Promise.withResolvers<void>()
  const wake = () => wanted.resolve()

  const send = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    for await (const event of events) {
      if (signal.aborted) return
      controller.enqueue(encoder.encode(toFrame(event)))
      wanted = Promise.withResolvers()
      if ((controller.desiredSize ?? 0) <= 0 && !signal.aborted) await wanted.promise
    }
  }

  return new ReadableStream({
    start: (controller) => {
      const beats = setInterval(
        () => controller.enqueue(encoder.encode(heartbeat)),
        options.heartbeatMs,
      )
      const checks = setInterval(() => options.check().catch(options.end), options.checkEveryMs)
      const stop = () => {
        clearInterval(beats)
        clearInterval(checks)
      }
      // At once: the events may be in the middle of a query, and a comment on a stream whose reader has
      // left would end the process.
      signal.addEventListener('abort', () => {
        stop()
        wake()
      })
      controller.enqueue(encoder.encode(toOpening(events.position)))
      void send(controller)
        .catch((thrown: unknown) => (signal.aborted ? undefined : options.onError(thrown)))
        .finally(() => {
          stop()
          options.end()
          closeQuietly(controller)
        })
    },
    pull: wake,
    cancel: options.end,
  })
}

/** Serialized JSON has no line breaks, so the data is one line. */
const toFrame = ({ id, type, data }: StreamedEvent): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`

/** A cancelled stream is closed already. */
const closeQuietly = (controller: ReadableStreamDefaultController): void => {
  try {
    controller.close()
  } catch {
    // The reader has cancelled.
  }
}
