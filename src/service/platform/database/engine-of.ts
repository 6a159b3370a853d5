import { PostgresAdapter, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/** Which engine SQL is for, for the little that must differ. */
export const engineOf = (db: Pick<Kysely<unknown>, 'getExecutor'>): Database['engine'] =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
