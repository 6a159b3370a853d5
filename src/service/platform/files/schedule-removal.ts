import type { Jobs } from '../jobs/index.ts'
import type { Files } from './files.ts'

const queue = 'files.remove-expired'

/** Has expired files removed every quarter of an hour. */
export const scheduleRemoval = (jobs: Jobs, files: Files): void => {
  jobs.define(queue, { retryDelaysSeconds: [60] }, files.removeExpired)
  jobs.schedule(queue, '*/15 * * * *', {})
}
