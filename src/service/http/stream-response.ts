import type { Context } from 'hono'
import type { EventStream } from '../../contract/event-stream.ts'
import type { Environment } from '../endpoint/index.ts'
import { eventFrames, type FrameOptions } from './event-frames.ts'

type StreamOptions = Pick<FrameOptions, 'check' | 'onError'> & {
  /** Aborts when the service stops. */
  closing: AbortSignal
}

const checkEveryMs = 1_000
const heartbeatMs = 15_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Prevents proxies from buffering the events.
  'x-accel-buffering': 'no',
}

/** Streams events; `open` gets a signal that aborts when the stream ends for any reason. */
export const streamResponse = async (
  context: Context<Environment>,
  open: (signal: AbortSignal) => Promise<EventStream>,
  { closing, check, onError }: StreamOptions,
): Promise<Response> => {
  const over = new AbortController()
  const end = () => over.abort()
  const signal = AbortSignal.any([context.req.raw.signal, closing, over.signal])
  try {
    const events = await open(signal)
    if (context.req.raw.method === 'HEAD') {
      end()
      return context.body(null, 200, headers)
    }
    return context.body(
      eventFrames(events, { signal, end, check, checkEveryMs, heartbeatMs, onError }),
      200,
      headers,
    )
  } catch (thrown) {
    end()
    throw thrown
  }
}
