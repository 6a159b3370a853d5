import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { Database, Migrations } from '../database.ts'
import { stepsOf } from './run-online-steps.ts'
import type { PendingStep } from './store.ts'

/** What migrations have left to be done, in a node that does it while it serves. */
export type OnlineSteps = {
  /** The names of the steps that this node does not know to be done. */
  pending(): string[]
  /** Runs them in the background, or waits until other nodes have. */
  start(): void
  /** Ends a statement or batch that runs; whoever comes next goes on from there. */
  close(): Promise<void>
}

const pauseMs = 10_000

/** Does what migrations left to be done: on one node at a time, until nothing is left. */
export const watchOnlineSteps = (
  { database, log }: { database: Database; log: Log },
  migrations: Migrations,
  left: readonly PendingStep[],
): OnlineSteps => {
  const stopping = new AbortController()
  const known = stepsOf(migrations)
  let pending = left.filter(({ name }) => known.has(name))
  let loop = Promise.resolve()

  const run = async () => {
    if (pending.length === 0) return
    log.info({ steps: pending.map(({ name }) => name) }, 'Migrations go on while the service runs')
    while (pending.length > 0 && !stopping.signal.aborted) {
      try {
        pending = await database.runOnlineSteps(migrations, stopping.signal)
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error({ err: error }, 'An online step of a migration failed, and is tried again')
      }
      if (pending.length > 0)
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    if (pending.length === 0) log.info('Nothing is left of the migrations')
  }

  return {
    pending: () => pending.map(({ name }) => name),
    start: () => {
      loop = run()
    },
    close: async () => {
      stopping.abort()
      await loop
    },
  }
}
