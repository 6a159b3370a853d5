import { setTimeout as sleep } from 'node:timers/promises'
import { deleteInBatches } from '../../delete-in-batches.ts'
import { PublicError } from '../../public-error.ts'
import type { Migrations } from '../database.ts'
import { engineOf } from '../engine-of.ts'
import { lockAgainstWriters } from '../lock-against-writers.ts'
import { buildIndex } from './build-index.ts'
import type { Db, FillStep, OnlineStep } from './online-step.ts'
import { tryStepLock } from './step-lock.ts'
import { onlineStore, type PendingStep } from './store.ts'

/** How often a batch asks for its lock until the step is left for later. */
const attempts = 60
const pauseMs = 500
const lockTimedOut = '55P03'

/** The rows of a table could not be filled between the transactions of others. */
class TableInUseError extends PublicError {
  override name = 'TableInUseError'

  constructor(table: string, options: ErrorOptions) {
    super(`Transactions have kept ${table} from being filled for half a minute`, options)
  }
}

/**
 * Runs what migrations left to be done, unless another process does. Returns the steps of these
 * migrations that are not done.
 */
export const runOnlineSteps = async (
  db: Db,
  migrations: Migrations,
  signal?: AbortSignal,
): Promise<PendingStep[]> => {
  const steps = stepsOf(migrations)
  const listPending = async () =>
    (await onlineStore(db).list()).filter(({ name }) => steps.has(name))
  const run = async (connection: Db) => {
    for (const { name } of await onlineStore(connection).list()) {
      signal?.throwIfAborted()
      const step = steps.get(name)
      if (step) await runStep(connection, step, signal)
    }
  }
  await tryStepLock(db, run, signal)
  return listPending()
}

/** The online steps of migrations by their names. */
export const stepsOf = (migrations: Migrations): ReadonlyMap<string, OnlineStep> =>
  new Map(
    Object.values(migrations).flatMap(({ online = [] }) => online.map((step) => [step.name, step])),
  )

const runStep = async (db: Db, step: OnlineStep, signal?: AbortSignal): Promise<void> => {
  if ('fill' in step) {
    let workedMs = 0
    // Waiting for writers does not make a batch too large.
    return deleteInBatches(
      async (limit) => {
        signal?.throwIfAborted()
        return fillSoon(
          step.table,
          () => fillBatch(db, step, limit, (ms) => (workedMs += ms)),
          signal,
        )
      },
      () => workedMs,
    )
  }
  await buildIndex(db, step)
  await onlineStore(db).remove(step.name)
}

/** A transaction that has written the table for long keeps the batch from it, and goes first. */
const fillSoon = async (
  table: string,
  fill: () => Promise<number>,
  signal: AbortSignal | undefined,
): Promise<number> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fill()
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === lockTimedOut
      if (!isLocked) throw error
      if (attempt === attempts) throw new TableInUseError(table, { cause: error })
      await sleep(pauseMs, undefined, { ...(signal && { signal }) })
    }
  }
}

/**
 * Fills the next rows and moves the position, in one transaction that keeps writers from the table:
 * those before have committed and are read, and those after find the new position.
 */
const fillBatch = (
  db: Db,
  step: FillStep,
  limit: number,
  onWorked: (ms: number) => void,
): Promise<number> => {
  const onPostgres = engineOf(db) === 'postgres'
  const begin = db.transaction()
  return (onPostgres ? begin.setIsolationLevel('read committed') : begin).execute(
    async (transaction) => {
      if (onPostgres) await lockAgainstWriters(transaction, step.table, { patienceMs: 200 })
      const locked = performance.now()
      const store = onlineStore(transaction)
      const position = await store.lockPosition(step.name)
      if (position === undefined) return 0
      const batch = await store.nextBatch(step.table, position, limit)
      if (batch) {
        await step.fill(transaction, batch)
        await store.advance(step.name, batch)
      }
      const count = batch?.count ?? 0
      if (count < limit) await store.remove(step.name)
      onWorked(performance.now() - locked)
      return count
    },
  )
}
