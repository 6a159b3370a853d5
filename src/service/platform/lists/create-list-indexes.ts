import { sql, type Kysely } from 'kysely'

type Indexed = {
  table: string
  scope: string
  /** Columns that the list is filtered by. */
  filters: readonly string[]
  /** Columns that it is ordered by. */
  orders: readonly string[]
  /** For lists of the rows that have no value here. */
  whereNull?: string
}

/** Part of a migration: an index for each filter and order of a list, which finds the rows of a filter in their order. */
export const createListIndexes = async (db: Kysely<unknown>, { table, scope, filters, orders, whereNull }: Indexed): Promise<void> => {
  for (const filter of filters) {
    for (const order of orders) {
      const index = db.schema
        .createIndex([table, 'list', filter, order, ...(whereNull === undefined ? [] : ['without', whereNull])].join('_'))
        .on(table)
        .columns([scope, filter, order, 'id'])
      await (whereNull === undefined ? index : index.where(sql.ref(whereNull), 'is', null)).execute()
    }
  }
}
