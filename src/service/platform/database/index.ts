export { noteChange } from './changes.ts'
export type { Database, Handle, Migrations, MigrationState } from './database.ts'
export { createOutageLog } from './create-outage-log.ts'
export { openDatabaseClock } from './database-clock.ts'
export { defaultTimeouts, toConnectionOptions, type DatabaseTimeouts } from './database-timeouts.ts'
export { DatabaseUnavailableError } from './database-unavailable-error.ts'
export { isMissingParent } from './is-missing-parent.ts'
export { isUniqueViolation } from './is-unique-violation.ts'
export { lockAgainstDeletion } from './lock-against-deletion.ts'
export { openDatabase, type DatabaseSettings } from './open-database.ts'
export { isBeingMoved, movedFile, rejectMoved } from './reject-moved.ts'
export { lockAgainstWriters } from './lock-against-writers.ts'
export { lockRow } from './lock-row.ts'
export { databaseMigrations } from './migrations.ts'
export { modifyRow, type Merge } from './modify-row.ts'
export { namedStatement } from './named-statement.ts'
export {
  fillColumn,
  indexStep,
  isFilled,
  watchOnlineSteps,
  type FillStep,
  type IndexStep,
  type OnlineSteps,
  type PendingStep,
} from './online/index.ts'
export { openPostgres } from './postgres.ts'
export { openSqlite } from './sqlite.ts'
export { syncedSoon } from './synced-soon.ts'
export { engineOf } from './engine-of.ts'
export type { RecordedSchema } from './recorded-schema.ts'
export { useRecordedSchema } from './use-recorded-schema.ts'
export { DataFolderError } from './data-folder-error.ts'
export { FolderInUseError, lockFolder } from './folder-lock.ts'
