import { sql } from 'kysely'
import type { Handle } from '../database/index.ts'
import { slotLock } from './counters/slots.ts'

/** SQL of the totals on PostgreSQL, which writers keep in slots of their own. */
export const countStore = (transaction: Handle) => ({
  /** Locks the slots without a writer until the end of this transaction. */
  takeFreeSlots: async (): Promise<number[]> => {
    const { rows } = await sql<{ slot: number }>`
      select slot from (select distinct slot from list_counts) as slots where pg_try_advisory_xact_lock(${slotLock}, slot)`.execute(
      transaction,
    )
    return rows.map(({ slot }) => slot)
  },
  /**
   * Merges totals that are spread over these slots, and removes totals of zero. Returns the number of
   * merged totals.
   */
  mergeSome: async (slots: number[], limit: number): Promise<number> => {
    const { rows } = await sql<{
      scope: string
      counter: string
      value: string
      slot: number
      count: number
    }>`
      delete from list_counts as total using (
        select scope, counter, value from list_counts where slot in (${sql.join(slots)})
        group by scope, counter, value having count(*) > 1 or sum(count) = 0 limit ${limit}
      ) as loose
      where total.scope = loose.scope and total.counter = loose.counter and total.value = loose.value and total.slot in (${sql.join(slots)})
      returning total.scope, total.counter, total.value, total.slot, total.count`.execute(
      transaction,
    )
    const merged = Map.groupBy(rows, ({ scope, counter, value }) =>
      JSON.stringify([scope, counter, value]),
    )
    const totals = [...merged.values()].flatMap(([first, ...others]) => {
      const count = others.reduce((sum, row) => sum + row.count, first?.count ?? 0)
      return first && count !== 0 ? [{ ...first, count }] : []
    })
    if (totals.length > 0) {
      const values = totals.map(
        ({ scope, counter, value, slot, count }) =>
          sql`(${scope}, ${counter}, ${value}, cast(${slot} as integer), cast(${count} as bigint))`,
      )
      await sql`insert into list_counts (scope, counter, value, slot, count) values ${sql.join(values)}`.execute(
        transaction,
      )
    }
    return merged.size
  },
})
