import { sql } from 'kysely'
import type { FillStep } from './online-step.ts'

type Filled = Pick<FillStep, 'name' | 'table'> & {
  column: string
  /** SQL of the value, from other columns of the row. */
  value: string
}

/**
 * The step that fills a new column of the rows without a value in it. Rows that nodes of an older
 * version insert later stay without one, so readers expect both until a later version contracts.
 */
export const fillColumn = ({ name, table, column, value }: Filled): FillStep => {
  const update = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.raw(value)} where ${sql.ref(column)} is null`
  return {
    name,
    table,
    atOnce: async (db) => void (await update.execute(db)),
    fill: async (db, { after, until }) =>
      void (await sql`${update} and id > ${after} and id <= ${until}`.execute(db)),
  }
}
