import { afterEach } from 'vitest'
import { systemClock } from '../../../../src/service/platform/clock.ts'
import {
  createJobs,
  jobsMigrations,
  type Jobs,
  type JobsOptions,
} from '../../../../src/service/platform/jobs/index.ts'
import type {
  OpenTemporaryDatabase,
  TemporaryDatabase,
} from '../../../support/temporary-database.ts'

/**
 * One database for all tests of a block (each uses its own queues), and jobs on it that are stopped
 * after each test.
 */
export const jobsOn = (open: OpenTemporaryDatabase) => {
  let opening: Promise<TemporaryDatabase> | undefined
  const created: Jobs[] = []
  afterEach(async () => {
    await Promise.all(created.splice(0).map((jobs) => jobs.stop({ graceMs: 0 })))
  })

  const openMigrated = async () => {
    const database = await open()
    await database.migrate(jobsMigrations)
    return database
  }
  const openOnce = () => (opening ??= openMigrated())

  return {
    openOnce,
    create: async (options: Partial<JobsOptions> = {}) => {
      const database = await openOnce()
      const jobs = createJobs(database, {
        clock: systemClock,
        postgresUrl: database.location,
        ...options,
      })
      created.push(jobs)
      return { database, jobs }
    },
  }
}
