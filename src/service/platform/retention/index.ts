export { ageIndexStep, createAgeIndex } from './create-age-index.ts'
export { createRetention } from './create-retention.ts'
export { deleteExpired, deleteOwned, deleteScope } from './delete-rows.ts'
export { repairTimes } from './repair-times.ts'
export { retireUnused } from './retire-unused.ts'
export {
  contentPage,
  deleteContent,
  deleteOfUser,
  exportPage,
  listOwned,
  type UserRecords,
} from './of-user.ts'
export { fillTimes } from './fill-times.ts'
export { keptSettings, toKept, type Age, type Kept, type KeptName } from './kept.ts'
export { all, equals, isBefore, setColumn } from './store.ts'
export type { Expiry, OfUser, Owner, Part, Remove, Retention, SharedRow } from './retention.ts'
