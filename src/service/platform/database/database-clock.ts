import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/index.ts'
import type { Database } from './database.ts'

const measureEveryMs = 10_000
/** Smaller differences are the time of the statement itself; following them would gain nothing. */
const leastCorrectionMs = 50
/** From then on other software on the machine is wrong too, such as the validity of certificates. */
const warnFromMs = 5_000

type Parts = {
  database: Pick<Database, 'handle'>
  /** The clock of this machine. */
  clock: Clock
  log: Log
  metrics: Metrics
  monotonicMs?: () => number
  measureEveryMs?: number
}

/**
 * The clock of the database, which all nodes share: what one node stores as due is due on every
 * node, and a wrong clock of a node's machine has no effect.
 *
 * Measured every ten seconds and carried on in between by the monotonic time of the process; while
 * the database is away, it goes on from the last measurement. How far the clock of this machine is
 * off is a metric, and a warning when it begins and ends.
 *
 * @example
 * const clock = await openDatabaseClock({ database, clock: systemClock, log, metrics })
 * clock.now()
 * clock.close()
 */
export const openDatabaseClock = async ({
  database,
  clock,
  log,
  metrics,
  monotonicMs = () => performance.now(),
  measureEveryMs: intervalMs = measureEveryMs,
}: Parts): Promise<Clock & { close(): void }> => {
  let offsetMs: number | undefined
  let skewMs = 0
  let isWarned = false

  const report = () => {
    const isOff = Math.abs(skewMs) >= warnFromMs
    if (isOff === isWarned) return
    isWarned = isOff
    const skewSeconds = Math.round(skewMs / 100) / 10
    if (isOff)
      log.warn(
        { skewSeconds },
        "The clock of this machine differs from the database's, which is used instead: set it by a time server",
      )
    else log.info({ skewSeconds }, "The clock of this machine agrees with the database's again")
  }

  const measure = async (): Promise<void> => {
    const before = monotonicMs()
    const databaseMs = await readTime(database)
    const after = monotonicMs()
    const middle = (before + after) / 2
    const measured = databaseMs - middle
    const least = Math.max(leastCorrectionMs, after - before)
    if (offsetMs === undefined || Math.abs(measured - offsetMs) > least) offsetMs = measured
    skewMs = clock.now().getTime() - (databaseMs + after - middle)
    report()
  }

  await measure()
  const timer = setInterval(() => void measure().catch(() => {}), intervalMs).unref()
  metrics.gauges(
    [
      {
        name: 'plugboard_clock_skew_seconds',
        help: "How far the clock of this machine is ahead of the database's, at the last measurement",
        labels: [],
      },
    ],
    () => [{ name: 'plugboard_clock_skew_seconds', labels: {}, value: skewMs / 1_000 }],
  )
  return {
    now: () => new Date(monotonicMs() + (offsetMs ?? 0)),
    close: () => clearInterval(timer),
  }
}

const readTime = async ({ handle }: Pick<Database, 'handle'>): Promise<number> => {
  const { rows } = await sql<{ ms: string | number }>`
    select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(handle)
  return Number(rows[0]?.ms)
}
