import type { Handle } from '../database/index.ts'
import type { Retention } from './retention.ts'
import { isOneOf, setColumn } from './store.ts'
import { tryEach } from './try-each.ts'

/**
 * Gives rows a time that lack it, in batches: those that were there before the column, and those
 * that nodes of an older version insert beside this one.
 */
export const fillTimes = (handle: Handle, tables: readonly Retention[], now: Date): Promise<void> =>
  tryEach(tables, async (retention) => {
    for (const { column, fillMs } of retention.expiry ?? [])
      if (fillMs !== undefined)
        await setColumn(
          handle,
          retention,
          { column, value: new Date(now.getTime() + fillMs).toISOString() },
          isOneOf(column, null),
        )
  })
