import { PostgresAdapter, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/** Which engine a migration runs on, for the little that must differ. */
export const engineOf = (db: Kysely<unknown>): Database['engine'] => (db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite')
