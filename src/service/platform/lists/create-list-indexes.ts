import { sql, type Kysely } from 'kysely'
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

/**
 * Part of a migration: creates an index for each filter or group and order of a list, which has the
 * rows of a filter in order.
 */
export const createListIndexes = async (
  db: Kysely<unknown>,
  { table, scope, filters = [], counters = [], orders, whereNull }: Indexed,
): Promise<void> => {
  const ofFilters = filters.map((filter) => ({ name: `list_${filter}`, columns: [filter] }))
  const ofGroups = counters.flatMap(({ by, within }) =>
    within === undefined ? [] : [{ name: `groups_${within}`, columns: [within, ...by] }],
  )
  for (const { name, columns } of [...ofFilters, ...ofGroups]) {
    for (const order of orders) {
      const index = db.schema
        .createIndex(
          [table, name, order, ...(whereNull === undefined ? [] : ['without', whereNull])].join(
            '_',
          ),
        )
        // On SQLite a migration that was interrupted runs again from its start.
        .ifNotExists()
        .on(table)
        .columns([scope, ...columns, order, 'id'])
      await (
        whereNull === undefined ? index : index.where(sql.ref(whereNull), 'is', null)
      ).execute()
    }
  }
}
