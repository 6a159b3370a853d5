import { once } from 'node:events'
import { Worker, type Transferable } from 'node:worker_threads'

export type ThreadLimits = {
  /** The number of tasks that run concurrently; others wait. */
  workers: number
  /** The timeout of one task, from the start of its worker. */
  timeoutMs: number
  memoryMb: number
  /** How long an idle worker is kept; default: half a minute. */
  idleMs?: number
}

/** A task exceeded a limit, and its thread was ended. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError'
  readonly limit: 'time' | 'memory'

  constructor(limit: ThreadLimitError['limit'], options?: ErrorOptions) {
    super(`A task took too much ${limit}`, options)
    this.limit = limit
  }
}

/**
 * Runs tasks in worker threads with a time limit and a memory limit. Idle threads end after a
 * while.
 *
 * A worker answers each message with one message. Any error that it throws ends it and rejects the
 * task.
 */
export const createThreadPool = <Task, Done>(
  url: URL,
  { workers, timeoutMs, memoryMb, idleMs = usualIdleMs }: ThreadLimits,
) => {
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
    if (!kept) return startWorker(url, memoryMb)
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
    /**
     * The slot of a task is free once `receive` has taken over what the task sent. Throws a
     * `ThreadLimitError`.
     */
    run: async <Result>(
      task: {
        message: Task
        transfer: Transferable[]
        /** Ends the thread afterwards, since an idle one keeps the memory that it took. */
        endsThread?: boolean
      },
      receive: (done: Done) => Result | Promise<Result>,
    ): Promise<Result> => {
      await enter()
      const worker = takeWorker()
      let isKept = false
      try {
        const done = await ask<Done>(worker, task, timeoutMs)
        if (!task.endsThread) keepWorker(worker)
        isKept = !task.endsThread
        return await receive(done)
      } finally {
        if (!isKept) void worker.terminate()
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

const usualIdleMs = 30_000

const startWorker = (url: URL, memoryMb: number): Worker => {
  // A larger young generation would not be faster, and an idle thread keeps it.
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 }
  const worker = new Worker(url, { resourceLimits })
  // The pending call reports the error; a later one must not end the process.
  return worker.on('error', () => {})
}

const ask = async <Done>(
  worker: Worker,
  { message, transfer }: { message: unknown; transfer: Transferable[] },
  timeoutMs: number,
): Promise<Done> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  const answer = once(worker, 'message', { signal: timeout })
  worker.postMessage(message, transfer)
  try {
    const [done] = (await answer) as [Done]
    return done
  } catch (cause) {
    const isOutOfMemory =
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isOutOfMemory) throw new ThreadLimitError('memory', { cause })
    if (timeout.aborted) throw new ThreadLimitError('time', { cause })
    throw cause
  }
}
