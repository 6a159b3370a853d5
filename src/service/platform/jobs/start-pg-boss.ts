import type { PgBoss } from 'pg-boss'
import { toConnectionOptions, type DatabaseTimeouts } from '../database/index.ts'
import type { Log } from '../log.ts'

type Module = typeof import('pg-boss')

type Started = { boss: PgBoss; fromKysely: Module['fromKysely'] }

/**
 * Starts pg-boss with its own few connections, and creates or upgrades its schema. `pg-boss` is an
 * optional peer, loaded only here.
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
  // A third of the lease, as a process renews: what a dead process held, also the places of its
  // keys, is free little later than the lease ends.
  const lookSeconds = Math.max(1, Math.round(leaseMs / 3_000))
  const boss = new PgBoss({
    connectionString: url,
    ...toConnectionOptions(timeouts),
    max: 4,
    schedule: false,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    maintenanceIntervalSeconds: 3_600,
    // Dependencies between jobs, which nothing here uses.
    flowIntervalSeconds: 3_600,
  })
  // Unheard, an error of its background work or of a broken connection would end the process.
  let stopped = false
  boss.on('stopped', () => (stopped = true))
  // A connection may report its end after it was asked to end; that is no news.
  boss.on('error', (error) => stopped || log?.error({ err: error }, 'pg-boss reports an error'))
  boss.on('warning', (warning) => log?.warn({ warning }, 'pg-boss reports a warning'))
  try {
    await boss.start()
  } catch (cause) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw new Error('The job tables could not be opened in PostgreSQL', { cause })
  }
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
