import { PostgresAdapter, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/** The engine of a handle, for the few statements that must differ. */
export const engineOf = (db: Pick<Kysely<unknown>, 'getExecutor'>): Database['engine'] =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
