import { sql, type RawBuilder } from 'kysely'
import { engineOf, type Handle } from '../database/index.ts'
import { beginsWith } from './begins-with.ts'
import { countByValue } from './count-rows.ts'
import { isCounted, withFilledCounters } from './filled-counters.ts'
import { inSnapshot } from './in-snapshot.ts'
import { counterName, type List } from './list.ts'

type ValueRequest = { prefix: string; limit: number; offset: number }

/** A value, and how many rows of each list have it. */
export type CountedValue = { value: string; counts: number[] }

/**
 * The values of a column that rows of any of these lists have, in the order of their characters, and
 * how many there are. Each list has a counter of the column.
 */
export const readValues = async (
  handle: Handle,
  given: readonly List[],
  scope: string,
  column: string,
  { prefix, limit, offset }: ValueRequest,
): Promise<{ values: CountedValue[]; total: number }> => {
  const lists: List[] = []
  for (const list of given) lists.push(await withFilledCounters(handle, list))
  return inSnapshot(handle, async (snapshot) => {
    const parts = lists.map((list) => valuesOf(handle, list, scope, column, prefix))
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
}

const valuesOf = (
  handle: Handle,
  list: List,
  scope: string,
  column: string,
  prefix: string,
): RawBuilder<unknown> => {
  const begins = beginsWith('value', prefix) ?? sql`1 = 1`
  if (isCounted(list, column))
    return sql`
      select value from list_counts where scope = ${scope} and counter = ${counterName(list.table, { by: [column] })}
        and ${begins} group by value having sum(count) > 0`
  // In the order of its bytes, as the totals have it.
  const collation = engineOf(handle) === 'postgres' ? sql`collate "C"` : sql``
  return sql`
    select value from (
      select distinct cast(${sql.ref(column)} as text) ${collation} as value from ${sql.table(list.table)}
      where ${sql.ref(list.scope)} = ${scope} and ${sql.ref(column)} is not null
    ) as present where ${begins}`
}
