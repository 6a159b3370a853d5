import { sql } from 'kysely'
import type { Handle } from '../database/index.ts'
import { slotLock } from './counters/slots.ts'

/** Which total it is, whatever its slot. */
export type TotalKey = { scope: string; counter: string; value: string }

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
   * Merges totals that are spread over these slots, and removes totals of zero: in the order of their
   * keys, those behind `after`, so that all batches together read the totals once. Returns the last
   * of them if there may be more.
   */
  mergeSome: async (
    slots: number[],
    after: TotalKey | undefined,
    limit: number,
  ): Promise<TotalKey | undefined> => {
    const behind = after
      ? sql`and (scope, counter, value) > (${after.scope}, ${after.counter}, ${after.value})`
      : sql``
    const { rows: loose } = await sql<TotalKey>`
      select scope, counter, value from list_counts where slot in (${sql.join(slots)}) ${behind}
      group by scope, counter, value having count(*) > 1 or sum(count) = 0
      order by scope, counter, value limit ${limit}`.execute(transaction)
    const last = loose.at(-1)
    if (!last) return undefined
    const keys = loose.map(({ scope, counter, value }) => sql`(${scope}, ${counter}, ${value})`)
    const { rows } = await sql<TotalKey & { slot: number; count: number }>`
      delete from list_counts as total
      where (total.scope, total.counter, total.value) in (${sql.join(keys)}) and total.slot in (${sql.join(slots)})
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
    return loose.length < limit ? undefined : last
  },
})
