export { createRateLimit } from './create-rate-limit.ts'
export { rateLimitMigrations } from './migrations.ts'
export type { RateLimit, Turn } from './rate-limit.ts'
export { rateLimitRetention } from './retention.ts'
