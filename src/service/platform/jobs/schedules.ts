import { Cron } from 'croner'
import { toleranceMs, type Clock } from '../clock.ts'
import type { Database, Handle } from '../database/index.ts'
import { logRepeated } from '../log-repeated.ts'
import type { Log } from '../log.ts'
import { createAlarm } from './alarm.ts'

/**
 * The cron schedules of all queues. The next time of each is a row in the database, so that only the
 * node that advances it adds the job.
 */
type Schedules = {
  add(queue: string, cron: string, data: object): void
  has(queue: string): boolean
  /** Notes that a job of the queue succeeded. */
  noteSuccess(queue: string): Promise<void>
  /** When a job of each schedule last succeeded, on any node; null: never. */
  successes(): Promise<{ queue: string; succeededAt: Date | null }[]>
  start(): Promise<void>
  stop(): Promise<void>
}

type Schedule = { queue: string; cron: string; data: object }

type Tables = {
  job_schedules: { queue: string; cron: string; next_at: string; succeeded_at: string | null }
}

const tables = (handle: Handle) => handle.withTables<Tables>()

const longestSleepMs = 30_000

export const createSchedules = (
  database: Database,
  enqueue: (transaction: Handle, queue: string, data: object) => Promise<unknown>,
  { clock, log }: { clock: Clock; log?: Log | undefined },
): Schedules => {
  const schedules = new Map<string, Schedule>()
  const alarm = createAlarm()
  const stopping = new AbortController()
  let loop: Promise<void> = Promise.resolve()

  const fireUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      const sleepMs = await fireDue().catch((error: unknown) => {
        logRepeated(log, { err: error }, 'Scheduled jobs could not be added')
        return longestSleepMs
      })
      await alarm.wait(sleepMs)
    }
  }

  /** Returns how long nothing will be due. */
  const fireDue = async (): Promise<number> => {
    const rows = await tables(database.handle)
      .selectFrom('job_schedules')
      .selectAll()
      .where('queue', 'in', [...schedules.keys()])
      .execute()
    const now = clock.now()
    const due = rows.filter((row) => row.next_at <= now.toISOString() || isTooFar(row, now))
    for (const { queue, next_at } of due) await fire(queue, next_at, now)
    if (due.length > 0) return 0
    const waits = rows.map((row) => Date.parse(row.next_at) - now.getTime())
    return Math.min(longestSleepMs, ...waits)
  }

  /** A clock was ahead when the next time was stored: the next one is sooner by the clock of now. */
  const isTooFar = ({ queue, next_at: at }: { queue: string; next_at: string }, now: Date) => {
    const schedule = schedules.get(queue)
    return schedule !== undefined && at > nextAfter(schedule.cron, credible(now))
  }

  const fire = async (queue: string, at: string, now: Date) => {
    const schedule = schedules.get(queue)
    if (!schedule) return
    await database.transaction(async (transaction) => {
      const moved = await tables(transaction)
        .updateTable('job_schedules')
        .set({ next_at: nextAfter(schedule.cron, now) })
        .where('queue', '=', queue)
        .where('next_at', '=', at)
        .returning('queue')
        .executeTakeFirst()
      if (moved) await enqueue(transaction, queue, schedule.data)
    })
  }

  /**
   * A known schedule keeps its next time: after a restart it neither fires twice nor skips a time.
   */
  const save = async ({ queue, cron }: Schedule) => {
    await tables(database.handle)
      .insertInto('job_schedules')
      .values({ queue, cron, next_at: nextAfter(cron, clock.now()) })
      .onConflict((conflict) =>
        conflict
          .column('queue')
          .doUpdateSet((expression) => ({
            cron: expression.ref('excluded.cron'),
            next_at: expression.ref('excluded.next_at'),
          }))
          .whereRef('job_schedules.cron', '!=', 'excluded.cron'),
      )
      .execute()
  }

  return {
    add: (queue, cron, data) => {
      if (schedules.has(queue)) throw new Error(`The queue "${queue}" already has a schedule`)
      nextAfter(cron, clock.now())
      schedules.set(queue, { queue, cron, data })
    },
    has: (queue) => schedules.has(queue),
    noteSuccess: async (queue) => {
      await tables(database.handle)
        .updateTable('job_schedules')
        .set({ succeeded_at: clock.now().toISOString() })
        .where('queue', '=', queue)
        .execute()
    },
    successes: async () =>
      (
        await tables(database.handle)
          .selectFrom('job_schedules')
          .select(['queue', 'succeeded_at'])
          .where('queue', 'in', ['', ...schedules.keys()])
          .execute()
      ).map(({ queue, succeeded_at: at }) => ({ queue, succeededAt: at ? new Date(at) : null })),
    start: async () => {
      if (schedules.size === 0) return
      for (const schedule of schedules.values()) await save(schedule)
      loop = fireUntilStopped()
    },
    stop: async () => {
      stopping.abort()
      alarm.ring(0)
      await loop
    },
  }
}

/** The latest that the clock of another node may show now. */
const credible = (now: Date): Date => new Date(now.getTime() + toleranceMs)

const nextAfter = (cron: string, time: Date): string => {
  // An offset rather than a name: the first named time zone loads all of them, 13 ms of every start.
  const next = new Cron(cron, { utcOffset: 0, paused: true }).nextRun(time)
  if (!next) throw new Error(`The cron expression "${cron}" matches no time in the future`)
  return next.toISOString()
}
