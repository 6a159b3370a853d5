import type { Db } from 'pg-boss'
import type { Log } from '../log.ts'
import type { Hint } from './job-store.ts'

const channel = 'jobs_to_take'

/** Notifies all nodes, when the transaction commits, that a queue will have a due job. */
export const notifyOfHint = async (db: Db, queue: string, delayMs: number): Promise<void> => {
  await db.executeSql('select pg_notify($1, $2)', [channel, `${Math.ceil(delayMs)} ${queue}`])
}

/**
 * Passes on the notifications of all nodes. Without LISTEN (behind a pooler), jobs are found by
 * polling alone.
 */
export const listenForHints = async (
  db: Db,
  hint: Hint,
  log?: Log,
): Promise<() => Promise<void>> => {
  try {
    const listening = await db.listen?.(
      channel,
      (payload) => passOn(payload, hint),
      () => {},
    )
    return async () => listening?.close()
  } catch (error) {
    log?.warn(
      { err: error },
      'Jobs cannot be announced on this PostgreSQL connection: they start with a delay of some seconds',
    )
    return async () => {}
  }
}

// Anyone with a connection may notify on the channel, and an error thrown here would end the
// process.
const passOn = (payload: string, hint: Hint) => {
  const [, delayMs, queue] = /^(\d{1,12}) (\S+)$/.exec(payload) ?? []
  if (queue) hint(queue, Number(delayMs))
}
