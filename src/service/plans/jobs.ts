import type { Jobs } from '../platform/jobs/index.ts'
import type { Learning } from './learned/learning.ts'

const learningQueue = 'session-plans'

/** Schedules the learning of plans. */
export const definePlanJobs = ({ jobs, learning }: { jobs: Jobs; learning: Learning }): void => {
  jobs.define(
    learningQueue,
    { retryDelaysSeconds: [60, 600], concurrency: 1 },
    (_data, { signal }) => learning.learn(signal),
  )
  jobs.schedule(learningQueue, '*/5 * * * *', {})
}
