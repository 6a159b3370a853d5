export { createAgeIndex } from './create-age-index.ts'
export { createRetention } from './create-retention.ts'
export { deleteExpired, deleteOwned, deleteScope } from './delete-rows.ts'
export type { Expiry, Owner, Part, Retention } from './retention.ts'
