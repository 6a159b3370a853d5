import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import { publishDisabled } from './publish-message.ts'
import { triggerStore, type TriggerInstanceRow } from './store.ts'

type Parts = { database: Database; events: Events; clock: Clock }

type Options = { changes?: Partial<TriggerInstanceRow>; trace: TraceContext | undefined }

/**
 * Disables an instance that cannot continue, with an event; does nothing if it was changed since it
 * was read.
 */
export const disableInstance = (
  { database, events, clock }: Parts,
  row: TriggerInstanceRow,
  reason: string,
  { changes, trace }: Options,
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
