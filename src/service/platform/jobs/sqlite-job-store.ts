import { sql, type ExpressionBuilder } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database, Handle } from '../database/index.ts'
import { createId } from '../ids.ts'
import type { Log } from '../log.ts'
import { deadRetentionDays, type Hint, type JobStore, type Outcome, type TakenJob } from './job-store.ts'
import type { Queue } from './queue.ts'

type JobRow = {
  id: string
  queue: string
  data: string
  state: 'waiting' | 'running' | 'dead'
  attempt: number
  run_at: string
  singleton_key: string | null
  /** Names one taking of the job, so that a taker whose lease ended cannot settle what somebody else took since. */
  claim: string | null
  lease_until: string | null
  error: string | null
  created_at: string
  failed_at: string | null
}

type Tables = { jobs: JobRow }

const tables = (handle: Handle) => handle.withTables<Tables>()

const purgeIntervalMs = 3_600_000
const maximumListed = 1_000

/** Keeps jobs in a table of the SQLite file. */
export const createSqliteJobStore = (
  database: Database,
  { clock, leaseMs, hint, log }: { clock: Clock; leaseMs: number; hint: Hint; log?: Log | undefined },
): JobStore => {
  const after = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString()
  let purging: NodeJS.Timeout | undefined

  const purge = () =>
    tables(database.handle)
      .deleteFrom('jobs')
      .where('state', '=', 'dead')
      .where('failed_at', '<', after(-deadRetentionDays * 86_400_000))
      .execute()
      .catch((error: unknown) => log?.error({ err: error }, 'Old dead jobs could not be removed'))

  const toTakenJob = (queue: Queue, claim: string, { id, data, attempt }: Pick<JobRow, 'id' | 'data' | 'attempt'>): TakenJob => {
    const update = () => tables(database.handle).updateTable('jobs').where('id', '=', id).where('claim', '=', claim)
    const settle = async (outcome: Outcome): Promise<void> => {
      switch (outcome.kind) {
        case 'completed':
          await tables(database.handle).deleteFrom('jobs').where('id', '=', id).where('claim', '=', claim).execute()
          return
        case 'retry':
          await update().set({ ...waiting, run_at: after(outcome.delayMs), error: outcome.error }).execute()
          hint(queue.name, outcome.delayMs)
          return
        case 'handed back':
          await update().set({ ...waiting, run_at: after(0), attempt: attempt - 1 }).execute()
          return
        case 'dead':
          await update().set({ ...waiting, state: 'dead', error: outcome.error, failed_at: after(0) }).execute()
          return
        default:
          outcome satisfies never
      }
    }
    return {
      id,
      data: JSON.parse(data),
      attempt,
      renew: async () => void (await update().set({ lease_until: after(leaseMs) }).execute()),
      settle,
    }
  }

  return {
    start: async () => {
      await purge()
      purging = setInterval(() => void purge(), purgeIntervalMs)
    },
    stop: async () => clearInterval(purging),
    enqueue: async (transaction, queue, data, { delayMs, singletonKey }) => {
      const id = createId('job_')
      const inserted = await tables(transaction)
        .insertInto('jobs')
        .values({
          ...waiting,
          id,
          queue: queue.name,
          data: JSON.stringify(data),
          attempt: 0,
          run_at: after(delayMs),
          singleton_key: singletonKey ?? null,
          created_at: after(0),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      // All statements share one connection: a taker that is woken now waits there until this transaction has ended.
      if (inserted) hint(queue.name, delayMs)
      return inserted?.id ?? null
    },
    take: async (queue, count) => {
      const now = after(0)
      const claim = createId('')
      const takeable = (expression: ExpressionBuilder<Tables, 'jobs'>) =>
        expression.and([
          expression('queue', '=', queue.name),
          expression.or([
            expression.and([expression('state', '=', 'waiting'), expression('run_at', '<=', now)]),
            expression.and([expression('state', '=', 'running'), expression('lease_until', '<', now)]),
          ]),
        ])
      const rows = await tables(database.handle)
        .updateTable('jobs')
        .set({ state: 'running', attempt: sql`attempt + 1`, claim, lease_until: after(leaseMs) })
        .where('id', 'in', (expression) =>
          expression.selectFrom('jobs').select('id').where(takeable).orderBy('run_at').orderBy('created_at').limit(count),
        )
        .where(takeable)
        .returning(['id', 'data', 'attempt', 'run_at'])
        .execute()
      return rows.sort((one, other) => (one.run_at < other.run_at ? -1 : 1)).map((row) => toTakenJob(queue, claim, row))
    },
    dead: async (queue) => {
      const rows = await tables(database.handle)
        .selectFrom('jobs')
        .select(['id', 'data', 'error', 'failed_at'])
        .where('queue', '=', queue.name)
        .where('state', '=', 'dead')
        .orderBy('failed_at')
        .limit(maximumListed)
        .execute()
      return rows.map(({ id, data, error, failed_at }) => ({ id, data: JSON.parse(data), error: error ?? '', failedAt: failed_at ?? '' }))
    },
  }
}

const waiting = { state: 'waiting', claim: null, lease_until: null } as const
