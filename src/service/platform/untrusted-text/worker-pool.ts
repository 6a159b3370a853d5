import { once } from 'node:events'
import { extname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import { createJoin } from './join-value.ts'
import type { Piece } from './split-value.ts'
import type { TextDone, TextTask } from './text-worker.ts'
import { UntrustedTextError } from './untrusted-text-error.ts'

export type PoolLimits = {
  /** The number of texts parsed concurrently; others wait. */
  workers: number
  /** The timeout of one text, from the start of its worker. */
  timeoutMs: number
  memoryMb: number
}

/**
 * Parses texts in worker threads with a time limit and a memory limit. Idle threads end after a
 * while.
 */
export const createWorkerPool = ({ workers, timeoutMs, memoryMb }: PoolLimits) => {
  const idle: { worker: Worker; retire: NodeJS.Timeout }[] = []
  const waiting: (() => void)[] = []
  let busy = 0

  const enter = async (): Promise<void> => {
    if (busy < workers) busy += 1
    // A finished task passes its slot to the next one.
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }

  const takeWorker = (): Worker => {
    const kept = idle.pop()
    if (!kept) return startWorker(memoryMb)
    clearTimeout(kept.retire)
    kept.worker.ref()
    return kept.worker
  }

  const keepWorker = (worker: Worker): void => {
    worker.unref()
    const retire = setTimeout(() => {
      idle.splice(
        idle.findIndex((each) => each.worker === worker),
        1,
      )
      void worker.terminate()
    }, idleMs).unref()
    idle.push({ worker, retire })
  }

  return {
    parse: async (task: Omit<TextTask, 'pieces'>): Promise<unknown> => {
      await enter()
      const worker = takeWorker()
      const { port1: received, port2: pieces } = new MessageChannel()
      try {
        const done = await ask(worker, { ...task, pieces }, timeoutMs)
        keepWorker(worker)
        if ('problem' in done) throw new UntrustedTextError(done.kind, done.problem)
        return await join(received)
      } catch (error) {
        if (!(error instanceof UntrustedTextError) || error.kind === 'too_slow')
          void worker.terminate()
        throw error
      } finally {
        received.close()
        leave()
      }
    },
    close: async (): Promise<void> => {
      for (const { worker, retire } of idle.splice(0)) {
        clearTimeout(retire)
        await worker.terminate()
      }
    },
  }
}

const idleMs = 30_000

const startWorker = (memoryMb: number): Worker => {
  const url = new URL(`./text-worker${extname(import.meta.filename)}`, import.meta.url)
  const worker = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
  // The pending call reports the error; a later one must not end the process.
  return worker.on('error', () => {})
}

const ask = async (worker: Worker, task: TextTask, timeoutMs: number): Promise<TextDone> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  const answer = once(worker, 'message', { signal: timeout })
  worker.postMessage(task, [task.pieces])
  try {
    const [done] = (await answer) as [TextDone]
    return done
  } catch (cause) {
    const isOutOfMemory =
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isOutOfMemory)
      throw new UntrustedTextError('too_slow', 'takes too much memory to parse', { cause })
    if (timeout.aborted)
      throw new UntrustedTextError('too_slow', `takes longer than ${timeoutMs / 1000} s to parse`, {
        cause,
      })
    throw cause
  }
}

/** Joins the pieces one at a time, to keep the event loop responsive. */
const join = async (received: MessagePort): Promise<unknown> => {
  const whole = createJoin()
  for (;;) {
    const next = receiveMessageOnPort(received) as { message: Piece } | undefined
    if (!next) throw new Error('A parsed text arrived in part')
    if (whole.take(next.message)) return whole.value()
    await setImmediate()
  }
}
