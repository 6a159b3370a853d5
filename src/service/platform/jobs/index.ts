export { createJobs, type JobsOptions } from './create-jobs.ts'
export type { DeadJob, EnqueueOptions, Jobs, QueueSettings, Work, WorkContext } from './jobs.ts'
export { jobsMigrations } from './migrations.ts'
