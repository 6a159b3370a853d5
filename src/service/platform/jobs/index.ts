export { createJobs, type JobsOptions } from './create-jobs.ts'
export type {
  DeadJob,
  EnqueueOptions,
  Jobs,
  NewJob,
  QueueFigures,
  QueueSettings,
  Work,
  WorkContext,
} from './jobs.ts'
export { jobsMigrations } from './migrations.ts'
export type { MovedJob } from './moved-job.ts'
export { RetryJob } from './retry-job.ts'
export { stopReason } from './run-attempt.ts'
