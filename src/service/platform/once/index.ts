export { createOnce } from './create-once.ts'
export { onceMigrations } from './migrations.ts'
export type { Cancellation, Claim, HeldClaim, Once, OwnClaim } from './once.ts'
export { onceRetention } from './retention.ts'
