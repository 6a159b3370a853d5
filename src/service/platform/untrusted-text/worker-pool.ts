import { extname } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createThreadPool, ThreadLimitError, type ThreadLimits } from '../threads/index.ts'
import { joinPieces } from './join-pieces.ts'
import type { TextDone, TextTask } from './text-worker.ts'
import { UntrustedTextError } from './untrusted-text-error.ts'

export type PoolLimits = ThreadLimits & {
  /**
   * A thread that has parsed a longer text ends, since it holds tens of megabytes and starts in less
   * time than it parsed. Default: every thread is kept.
   */
  longestKept?: number
}

/** Parses texts in threads with a time limit and a memory limit. */
export const createWorkerPool = ({ longestKept = Infinity, ...limits }: PoolLimits) => {
  const url = new URL(`./text-worker${extname(import.meta.filename)}`, import.meta.url)
  const pool = createThreadPool<TextTask, TextDone>(url, limits)
  return {
    parse: async (task: Omit<TextTask, 'pieces'>): Promise<unknown> => {
      const { port1: received, port2: pieces } = new MessageChannel()
      try {
        return await pool.run(
          {
            message: { ...task, pieces },
            transfer: [pieces],
            endsThread: task.text.length > longestKept,
          },
          (done) => {
            if ('problem' in done) throw new UntrustedTextError(done.kind, done.problem)
            return joinPieces(received)
          },
        )
      } catch (error) {
        throw error instanceof ThreadLimitError ? toTextError(error, limits) : error
      } finally {
        received.close()
      }
    },
    close: pool.close,
  }
}

const toTextError = (cause: ThreadLimitError, { timeoutMs }: PoolLimits): UntrustedTextError => {
  const what = cause.limit === 'memory' ? 'too much memory' : `longer than ${timeoutMs / 1000} s`
  return new UntrustedTextError('too_slow', `takes ${what} to parse`, { cause })
}
