import { extname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { BusyError } from '../busy-error.ts'
import { createFairQueue } from '../fair-queue.ts'
import { createThreadPool, ThreadLimitError } from '../threads/index.ts'
import { joinPieces, splitValue } from '../untrusted-text/index.ts'
import { OverBudget, type Limits } from './budget.ts'
import { compileExpression } from './compile-expression.ts'
import { evaluate, takePointers } from './evaluate.ts'
import { ProjectionError } from './projection-error.ts'
import type { ProjectionDone, ProjectionTask } from './projection-worker.ts'

/** A JMESPath expression, or JSON Pointers. */
export type Projection = string | readonly string[]

export type Projector = {
  /** Throws a `ProjectionError` for an expression that fits no value. */
  check(projection: Projection): void
  /**
   * What an expression selects; with pointers an object that has what there is of them. Throws a
   * `ProjectionError`.
   */
  project(owner: string, projection: Projection, data: unknown): Promise<unknown>
  close(): Promise<void>
}

/** On the main thread: some 5 ms. */
const inline: Limits = { values: 50_000, characters: 500_000 }
/** In a thread, with limits of time and memory for what the count of values does not see. */
const most: Limits = { values: 10_000_000, characters: 64 * 1024 * 1024 }
const pool = { workers: 2, timeoutMs: 10_000, memoryMb: 1024 }

/**
 * Selects parts of JSON values by expressions that callers and models write.
 *
 * An evaluation counts its work. What takes more than a little is evaluated again in a thread, where
 * an owner has one at a time.
 *
 * @example
 * const projector = createProjector()
 * await projector.project(project.id, 'items[].title', { items: [{ title: 'Door', id: 1 }] }) // ['Door']
 */
export const createProjector = (): Projector => {
  const url = new URL(`./projection-worker${extname(import.meta.filename)}`, import.meta.url)
  const threads = createThreadPool<ProjectionTask, ProjectionDone>(url, pool)
  const inTurn = createFairQueue({
    work: 'selections',
    concurrency: pool.workers,
    waiting: 200,
    waitMs: 15_000,
  })

  const projectInThread = async (expression: string, data: unknown): Promise<unknown> => {
    const { port1: own, port2: pieces } = new MessageChannel()
    try {
      const sent = sendPieces(own, data)
      return await threads.run(
        { message: { expression, most, pieces }, transfer: [pieces] },
        async (done) => {
          await sent
          if ('problem' in done) throw new ProjectionError('failed', done.problem)
          return joinPieces(own)
        },
      )
    } catch (error) {
      throw error instanceof ThreadLimitError ? toProblem(error) : error
    } finally {
      own.close()
    }
  }

  return {
    check: (projection) => {
      if (typeof projection === 'string') compileExpression(projection)
    },
    project: async (owner, projection, data) => {
      if (typeof projection !== 'string') return takePointers(projection, data)
      const expression = compileExpression(projection)
      try {
        if (isSmall(data)) return evaluate(expression, data, inline)
      } catch (error) {
        if (!(error instanceof OverBudget)) throw error
      }
      try {
        return await inTurn(owner, new AbortController().signal, () =>
          projectInThread(projection, data),
        )
      } catch (error) {
        if (!(error instanceof BusyError)) throw error
        throw new ProjectionError('failed', 'was not evaluated: too many others are waiting', {
          cause: error,
        })
      }
    },
    close: threads.close,
  }
}

/** A result may be all of the value. */
const isSmall = (data: unknown): boolean => countValues(data, inline.values) <= inline.values

/** Stops counting above `most`. */
const countValues = (data: unknown, most: number): number => {
  const open: unknown[] = [data]
  let count = 0
  for (; open.length > 0 && count <= most; count += 1) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const members: unknown[] = Object.values(value)
    if (members.length > most) return members.length
    for (const member of members) open.push(member)
  }
  return count
}

const unlimited = { maximumValues: Number.POSITIVE_INFINITY, maximumDepth: 10_000 }

/** One piece at a time, to keep the event loop responsive. */
const sendPieces = async (port: MessagePort, data: unknown): Promise<void> => {
  for (const piece of splitValue(data, unlimited)) {
    port.postMessage(piece)
    await setImmediate()
  }
}

const toProblem = (cause: ThreadLimitError): ProjectionError =>
  new ProjectionError(
    'failed',
    cause.limit === 'memory'
      ? 'takes too much memory: select less'
      : `takes longer than ${pool.timeoutMs / 1000} s: write a simpler one`,
    { cause },
  )
