import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fromBytes } from '../engine/index.ts'
import type { SegmentMaker } from './segment-maker.ts'
import type { FromThread, ToThread } from './segment-worker.ts'

/** Builds segments on a separate thread, so that parsing and sorting do not block requests. */
export const startSegmentThread = (): SegmentMaker => {
  const worker = new Worker(
    new URL(`./segment-worker${extname(import.meta.filename)}`, import.meta.url),
    // Tools are read, indexed and forgotten: more room for the young makes it no faster.
    { resourceLimits: { maxYoungGenerationSizeMb: 12 } },
  )

  // Also before the first request and between two, where nobody listens for it.
  let broken: Error | undefined
  worker.on('error', (error: Error) => (broken = error))

  /**
   * One request at a time, so that unread messages do not pile up. `once` throws the error that
   * breaks the thread.
   */
  const ask = async (message: ToThread): Promise<FromThread> => {
    if (broken) throw broken
    const answer = once(worker, 'message')
    worker.postMessage(message)
    const [answered] = (await answer) as [FromThread]
    if ('error' in answered) throw new Error(answered.error)
    return answered
  }

  return {
    add: async (toolkit, tools) => void (await ask({ toolkit, tools })),
    finish: async () => {
      const answer = await ask({ finish: true })
      if (!('segment' in answer))
        throw new TypeError('The thread that builds search segments returned an unexpected message')
      return fromBytes(answer.segment)
    },
    close: async () => void (await worker.terminate()),
  }
}
