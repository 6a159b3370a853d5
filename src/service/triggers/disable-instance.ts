import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import { publishDisabled } from './publish-message.ts'
import { triggerStore, type TriggerInstanceRow } from './store.ts'

type Parts = { database: Database; events: Events; clock: Clock }

type About = { changes?: Partial<TriggerInstanceRow>; trace: TraceContext | undefined }

/**
 * Switches off an instance that cannot go on, and says so by an event; does nothing to one that was
 * changed since it was read.
 */
export const disableInstance = (
  { database, events, clock }: Parts,
  row: TriggerInstanceRow,
  reason: string,
  { changes, trace }: About,
): Promise<void> =>
  database.transaction(async (transaction) => {
    const now = timestamp(clock)
    const disabled = await triggerStore(transaction).updateAfterPoll(row, {
      ...changes,
      disabled_at: now,
      next_poll_at: null,
      updated_at: now,
    })
    if (disabled) await publishDisabled(events, transaction, row, reason, trace)
  })
