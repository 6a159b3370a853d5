import type { PgBoss } from 'pg-boss'
import { toConnectionOptions, type DatabaseTimeouts } from '../database/index.ts'
import { logRepeated } from '../log-repeated.ts'
import type { Log } from '../log.ts'

type Module = typeof import('pg-boss')

type Started = { boss: PgBoss; fromKysely: Module['fromKysely'] }

/**
 * Starts pg-boss with a few connections of its own, and creates or upgrades its schema. `pg-boss` is
 * an optional peer, loaded only here.
 */
export const startPgBoss = async (
  url: string,
  {
    leaseMs,
    timeouts,
    log,
  }: { leaseMs: number; timeouts: DatabaseTimeouts; log?: Log | undefined },
): Promise<Started> => {
  const { PgBoss, fromKysely } = await importPgBoss()
  // A third of the lease, as for renewals: the jobs of a dead process, and the concurrency of their
  // keys, are free soon after the lease expires.
  const checkSeconds = Math.max(1, Math.round(leaseMs / 3_000))
  const boss = new PgBoss({
    connectionString: url,
    ...toConnectionOptions(timeouts),
    max: 4,
    // A queue is empty most of the time, and PostgreSQL plans by what it last counted: it would
    // gather and sort ten thousand jobs each time that a hundred are fetched.
    options: '-c enable_bitmapscan=off',
    schedule: false,
    superviseIntervalSeconds: checkSeconds,
    monitorIntervalSeconds: checkSeconds,
    maintenanceIntervalSeconds: 3_600,
    // Dependencies between jobs, which nothing here uses.
    flowIntervalSeconds: 3_600,
  })
  // Without a listener, an error in the background or of a connection would end the process.
  let stopped = false
  boss.on('stopped', () => (stopped = true))
  // A connection that is being closed may report its end as an error, and each of four connections and
  // several timers reports an outage every few seconds.
  boss.on('error', (error) => {
    if (!stopped) logRepeated(log, { err: error }, 'pg-boss reported an error', error.message)
  })
  boss.on('warning', (warning) => log?.warn({ warning }, 'pg-boss reported a warning'))
  try {
    await boss.start()
  } catch (cause) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw new Error('The job tables could not be opened in PostgreSQL', { cause })
  }
  // The first check is an interval after the start. A process that is killed again and again would
  // never come to it, and leave what its predecessors had leased to nobody.
  boss.supervise().catch((error: unknown) => {
    if (!stopped) log?.error({ err: error }, 'The leases of jobs could not be checked')
  })
  return { boss, fromKysely }
}

const importPgBoss = async (): Promise<Module> => {
  try {
    return await import('pg-boss')
  } catch (cause) {
    throw new Error('PostgreSQL needs the packages "pg" and "pg-boss": npm install pg pg-boss', {
      cause,
    })
  }
}
