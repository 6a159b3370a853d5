import type { Kysely } from 'kysely'
import { engineOf } from '../database/engine-of.ts'
import { indexStep, type IndexStep } from '../database/index.ts'

type Aged = { table: string; column: string }

/** The online step of the index that `createAgeIndex` creates. */
export const ageIndexStep = ({ table, column }: Aged): IndexStep =>
  indexStep({ name: `${table}_age`, table }, (empty, db) => {
    const index = empty.column(column)
    return engineOf(db) === 'postgres' ? index.using('brin') : index
  })

/**
 * Part of a migration: creates the index that finds expired rows, for a table that is also listed
 * by this time.
 *
 * On PostgreSQL it is a block range index, which has no order. With any other index PostgreSQL
 * would read the newest rows of all owners to find those of one list. Rows are written in order of
 * time, so old ones are in few blocks.
 */
export const createAgeIndex = (db: Kysely<unknown>, aged: Aged): Promise<void> =>
  ageIndexStep(aged).atOnce(db)
