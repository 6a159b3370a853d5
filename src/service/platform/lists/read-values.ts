import { sql, type RawBuilder } from 'kysely'
import type { Handle } from '../database/index.ts'
import { countByValue } from './count-rows.ts'
import { inSnapshot } from './in-snapshot.ts'
import { counterName, type List } from './list.ts'

type ValueRequest = { prefix: string; limit: number; offset: number }

/** A value, and how many rows of each list have it. */
export type CountedValue = { value: string; counts: number[] }

/**
 * The values of a column that rows of any of these lists have, in the order of their characters, and
 * how many there are. Each list has a counter of the column.
 */
export const readValues = (
  handle: Handle,
  lists: readonly List[],
  scope: string,
  column: string,
  { prefix, limit, offset }: ValueRequest,
): Promise<{ values: CountedValue[]; total: number }> =>
  inSnapshot(handle, async (snapshot) => {
    const parts = lists.map((list) => valuesOf(list, scope, column, prefix))
    // Of each list as many as if the others had none.
    const firsts = parts.map(
      (part) =>
        sql`select value from (${part} order by value limit ${limit + offset}) as branch${sql.raw(String(parts.indexOf(part)))}`,
    )
    const found = await sql<{ value: string }>`
      select value from (${sql.join(firsts, sql` union `)}) as found order by value limit ${limit} offset ${offset}`.execute(
      snapshot,
    )
    const counted = await sql<{ total: number }>`
      select count(*) as total from (${sql.join(parts, sql` union `)}) as found`.execute(snapshot)
    const values = found.rows.map(({ value }) => value)
    const counts = await Promise.all(
      lists.map((list) => countByValue(snapshot, list, scope, column, values)),
    )
    return {
      total: counted.rows[0]?.total ?? 0,
      values: values.map((value) => ({ value, counts: counts.map((of) => of.get(value) ?? 0) })),
    }
  })

/** No character comes later. */
const last = '\u{10FFFF}'

const valuesOf = (
  { table }: List,
  scope: string,
  column: string,
  prefix: string,
): RawBuilder<unknown> => sql`
  select value from list_counts where scope = ${scope} and counter = ${counterName(table, { by: [column] })}
  ${prefix === '' ? sql`` : sql`and value >= ${prefix} and value < ${prefix + last}`} group by value having sum(count) > 0`
