export { createFiles } from './create-files.ts'
export type { Cipher, Files, NewFile, OpenFile, StoredFile } from './files.ts'
export { filesMigrations } from './migrations.ts'
export { scheduleRemoval } from './schedule-removal.ts'
