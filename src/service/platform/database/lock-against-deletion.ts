import type { SelectQueryBuilder } from 'kysely'
import { engineOf } from './engine-of.ts'
import type { Handle } from './database.ts'

/**
 * Prevents the selected rows from being deleted before the transaction ends; others may change them
 * meanwhile.
 */
export const lockAgainstDeletion = <Tables, Table extends keyof Tables, Row>(
  handle: Handle,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> =>
  engineOf(handle) === 'postgres' ? query.forKeyShare() : query
