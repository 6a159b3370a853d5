import { sql } from 'kysely'
import { createId, createUuid } from '../../../src/service/platform/ids.ts'
import type { Database } from '../../../src/service/platform/database/index.ts'
import type { DataKey } from '../../../src/service/platform/secrets/index.ts'

type Row = Record<string, string | number | null> & { id: string; project_id: string }

/**
 * What a list is filled with: copies of one row that the service made, each under an id of its own
 * and encrypted for that; `vary` makes them differ by their number.
 */
export type Filling = {
  database: Database
  dataKey: DataKey
  projectId: string
  table: string
  prefix: string
  encrypted: string
  order: string
  count: number
  vary?: (number: number) => Partial<Row>
}

export const usersPerList = 10

/**
 * Copies the one row that the project has in a table until there are `count`: a second between one
 * and the next, for ten users in turn.
 */
export const fillList = async ({
  database,
  dataKey,
  projectId,
  table,
  prefix,
  encrypted,
  order,
  count,
  vary = () => ({}),
}: Filling): Promise<void> => {
  const { rows } =
    await sql<Row>`select * from ${sql.table(table)} where project_id = ${projectId} limit 1`.execute(
      database.handle,
    )
  const [template] = rows
  if (!template) throw new Error(`The project has no row in ${table} that could be copied`)
  const text = dataKey.decrypt(String(template[encrypted]), {
    record: template.id,
    field: encrypted,
  })
  const begin = Date.parse(String(template[order])) - count * 1000
  const copy = (number: number): Row => {
    const id = createId(prefix)
    const time = new Date(begin + number * 1000).toISOString()
    return {
      ...template,
      id,
      ...('uuid' in template && { uuid: createUuid() }),
      user_id: `user${number % usersPerList}`,
      [encrypted]: dataKey.encrypt(text, { record: id, field: encrypted }),
      [order]: time,
      ...('updated_at' in template && { updated_at: time }),
      ...vary(number),
    } as Row
  }
  const columns = sql.join(Object.keys(template).map((name) => sql.ref(name)))
  for (let from = 1; from < count; from += 500) {
    const copies = Array.from({ length: Math.min(500, count - from) }, (_, index) =>
      copy(from + index),
    )
    await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(copies.map((row) => sql`(${sql.join(Object.values(row))})`))}`.execute(
      database.handle,
    )
  }
}
