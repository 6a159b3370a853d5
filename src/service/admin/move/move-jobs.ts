import { z } from 'zod'
import type { Platform } from '../../platform/open-platform.ts'
import { moveTarget } from './store.ts'

const pageSize = 500
const name = 'jobs'

const movedJobs = z.object({ waiting: z.number(), dead: z.number(), of_no_queue: z.number() })

export type MovedJobs = z.infer<typeof movedJobs>

/**
 * Adds the jobs of SQLite's table to the queues of PostgreSQL: all in one transaction, so that an
 * interrupted move adds none twice.
 */
export const moveJobs = async (source: Platform, target: Platform): Promise<MovedJobs> => {
  const { exportJobs } = source.jobs
  const { importJobs } = target.jobs
  if (!exportJobs || !importJobs) throw new Error('Jobs are moved from SQLite to PostgreSQL only')
  const noted = await moveTarget(target.database.handle).readProgress(name)
  if (noted !== undefined) return movedJobs.parse(JSON.parse(noted))
  return target.database.transaction(async (transaction) => {
    const moved: MovedJobs = { waiting: 0, dead: 0, of_no_queue: 0 }
    for (let after: number | undefined = 0; after !== undefined;) {
      const jobs = await exportJobs(after, pageSize)
      const hasQueue = await importJobs(transaction, jobs)
      for (const job of jobs)
        moved[!hasQueue(job) ? 'of_no_queue' : job.error === undefined ? 'waiting' : 'dead'] += 1
      after = jobs.at(-1)?.position
    }
    await moveTarget(transaction).saveProgress(name, JSON.stringify(moved))
    return moved
  })
}
