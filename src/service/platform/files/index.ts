export { createFiles } from './create-files.ts'
export type {
  Cipher,
  FileFacts,
  Files,
  NewFile,
  NewUpload,
  OpenFile,
  StoredFile,
  Usage,
} from './files.ts'
export { filesMigrations } from './migrations.ts'
export { fileRetention } from './retention.ts'
