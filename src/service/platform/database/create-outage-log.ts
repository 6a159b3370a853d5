import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { DatabaseUnavailableError } from './database-unavailable-error.ts'

type Reason = DatabaseUnavailableError['reason']

type Outage = { sinceMs: number; lastMs: number; toldMs: number; failures: number }

/** Notes a failure of a request; false if the database is not the reason. */
export type OutageLog = {
  note(thrown: unknown, context?: { requestId: string; operation: string }): boolean
  close(): void
}

const lookEveryMs = 1_000
const tellEveryMs = 60_000
/** How long no request may have failed: statements that take too long can pass for a moment. */
const quietMs: Record<Reason, number> = { away: 0, busy: 10_000, full: 10_000 }

const began: Record<Reason, string> = {
  away: 'The database is unavailable; requests are answered 503 until it is back',
  busy: 'Statements of the database exceed their time limits; requests are answered 503',
  full: 'The disk of the database is full; requests that write are answered 503',
}

/**
 * Logs an outage of the database when it begins, once a minute while it lasts, and when it is over,
 * with the number of requests that failed, in place of an error and its stack for each of them.
 *
 * @example
 * const outages = createOutageLog({ database, log })
 * if (!outages.note(thrown, { requestId, operation })) log.error({ err: thrown }, 'request failed')
 */
export const createOutageLog = (
  { database, log }: { database: Pick<Database, 'ping'>; log: Log },
  now: () => number = () => performance.now(),
): OutageLog => {
  const outages = new Map<Reason, Outage>()
  let timer: NodeJS.Timeout | undefined

  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }

  const look = async (): Promise<void> => {
    const answers = await database.ping().then(
      () => true,
      () => false,
    )
    for (const [reason, outage] of outages) {
      const seconds = Math.round((now() - outage.sinceMs) / 1000)
      const figures = { reason, seconds, failedRequests: outage.failures }
      if (answers && now() - outage.lastMs >= quietMs[reason]) {
        outages.delete(reason)
        log.info(figures, 'The database works again')
      } else if (now() - outage.toldMs >= tellEveryMs) {
        outage.toldMs = now()
        log.warn(figures, 'The database still does not work')
      }
    }
    if (outages.size === 0) stop()
  }

  return {
    note: (thrown, context) => {
      if (!(thrown instanceof DatabaseUnavailableError)) return false
      const known = outages.get(thrown.reason)
      if (known) {
        known.failures += 1
        known.lastMs = now()
        return true
      }
      const at = now()
      outages.set(thrown.reason, { sinceMs: at, lastMs: at, toldMs: at, failures: 1 })
      log.error({ ...context, err: thrown, reason: thrown.reason }, began[thrown.reason])
      timer ??= setInterval(() => void look(), lookEveryMs).unref()
      return true
    },
    close: stop,
  }
}
