export { createRetention, type RetentionJobs } from './create-retention.ts'
export type { Expiry, Owner, Part, Retention } from './retention.ts'
