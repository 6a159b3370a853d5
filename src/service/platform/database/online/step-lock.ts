import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { engineOf } from '../engine-of.ts'
import type { Db } from './online-step.ts'

/** The advisory lock of the process that runs online steps, or migrations that make new ones. */
const stepLock = 20_261_128_001
const pollMs = 500

/**
 * Runs work on a connection of its own that holds the lock, or returns undefined if another process
 * holds it. An abort cancels the statement that runs. SQLite has one process, and needs no lock.
 *
 * Nobody waits for the lock inside a statement: the build of an index waits for those to end.
 */
export const tryStepLock = async <Result>(
  db: Db,
  work: (db: Db) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result | undefined> => {
  if (engineOf(db) === 'sqlite') return work(db)
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean; pid: number }>`
      select pg_try_advisory_lock(${stepLock}) as locked, pg_backend_pid() as pid`.execute(
      connection,
    )
    const [row] = rows
    if (!row?.locked) return undefined
    const cancel = () =>
      void sql`select pg_cancel_backend(${row.pid})`.execute(db).catch(() => undefined)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      signal?.throwIfAborted()
      return await work(connection)
    } finally {
      signal?.removeEventListener('abort', cancel)
      // With a broken connection the lock is gone.
      await sql`select pg_advisory_unlock(${stepLock})`.execute(connection).catch(() => undefined)
    }
  })
}

/** Waits until no process runs a step, however long that takes, and keeps others from it. */
export const withStepLock = async <Result>(
  db: Db,
  work: () => Promise<Result>,
): Promise<Result> => {
  for (;;) {
    const done = await tryStepLock(db, async () => ({ result: await work() }))
    if (done) return done.result
    await sleep(pollMs)
  }
}
