import type { Jobs } from '../jobs/index.ts'
import type { RateLimit } from './rate-limit.ts'

const queue = 'rate-limit.remove-old'

/** Has the counts of minutes that are over removed every night. */
export const scheduleRemoval = (jobs: Jobs, rateLimit: RateLimit): void => {
  jobs.define(queue, { retryDelaysSeconds: [60] }, async () => rateLimit.removeOld())
  jobs.schedule(queue, '41 2 * * *', {})
}
