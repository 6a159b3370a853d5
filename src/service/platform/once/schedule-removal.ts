import type { Jobs } from '../jobs/index.ts'
import type { Once } from './once.ts'

const queue = 'once.remove-expired'

/** Has what expired removed every hour. */
export const scheduleRemoval = (jobs: Jobs, once: Once): void => {
  jobs.define(queue, { retryDelaysSeconds: [60] }, once.removeExpired)
  jobs.schedule(queue, '23 * * * *', {})
}
