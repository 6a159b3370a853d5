import type { Log } from '../../../platform/log.ts'
import type { TriggerInstanceRow } from '../../store.ts'

type Owner = Pick<TriggerInstanceRow, 'project_id' | 'connected_account_id'>
type Instance = { triggerId: string; triggerSlug: string }

/** Logged for the operator, who is the only one left to remove it at the provider. */
export const logLostHook = (
  log: Log,
  { project_id, connected_account_id }: Owner,
  { triggerId, triggerSlug }: Instance,
  reason: string,
): void =>
  log.warn(
    { project: project_id, account: connected_account_id, trigger: triggerId, triggerSlug, reason },
    'A hook could not be unregistered from its provider, which may continue to call its address',
  )
