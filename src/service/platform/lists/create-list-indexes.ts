import { sql, type Kysely } from 'kysely'
import { indexStep, type IndexStep } from '../database/index.ts'
import type { Counter } from './list.ts'

type Indexed = {
  table: string
  scope: string
  /** Columns that the list is filtered by. */
  filters?: readonly string[]
  /** Counters with groups. */
  counters?: readonly Counter[]
  /** Columns to order by. */
  orders: readonly string[]
  /** For lists of the rows without a value in this column. */
  whereNull?: string
}

/** The online steps of the indexes that `createListIndexes` creates. */
export const listIndexSteps = ({
  table,
  scope,
  filters = [],
  counters = [],
  orders,
  whereNull,
}: Indexed): IndexStep[] => {
  const ofFilters = filters.map((filter) => ({ part: `list_${filter}`, columns: [filter] }))
  const ofGroups = counters.flatMap(({ by, within }) =>
    within === undefined ? [] : [{ part: `groups_${within}`, columns: [within, ...by] }],
  )
  return [...ofFilters, ...ofGroups].flatMap(({ part, columns }) =>
    orders.map((order) => {
      const name = [table, part, order, ...(whereNull === undefined ? [] : ['without', whereNull])]
      return indexStep({ name: name.join('_'), table }, (empty) => {
        const index = empty.columns([scope, ...columns, order, 'id'])
        return whereNull === undefined ? index : index.where(sql.ref(whereNull), 'is', null)
      })
    }),
  )
}

/**
 * Part of a migration: creates an index for each filter or group and order of a list, which has the
 * rows of a filter in order.
 */
export const createListIndexes = async (db: Kysely<unknown>, indexed: Indexed): Promise<void> => {
  for (const step of listIndexSteps(indexed)) await step.createIndex(db).ifNotExists().execute()
}
