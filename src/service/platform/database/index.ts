export type { Database, Handle } from './database.ts'
export { lockFolder } from './folder-lock.ts'
export { openPostgres } from './postgres.ts'
export { openSqlite } from './sqlite.ts'
