import { timestamp } from '../../../platform/clock.ts'
import type { TriggerSource } from '../../find-source.ts'
import { triggerStore } from '../../store.ts'
import { openHook, sealHook, type Hook } from '../hook-address.ts'
import { sealRegistration } from './registration-state.ts'
import type { RegistrationParts, RegistrationTask } from './registration-task.ts'
import type { Registered } from './send-registration.ts'

/**
 * Stores a registration. If the instance was deleted meanwhile, the hook is removed here; if it was
 * disabled, the job of that change removes it.
 */
export const storeRegistered = async (
  parts: RegistrationParts,
  { project, row, attempt: { trace } }: RegistrationTask,
  source: TriggerSource,
  { secret, registration, expiresAt, renewAt }: Registered,
): Promise<void> => {
  const now = timestamp(parts.clock)
  const toChanges = (hook: Hook | undefined) => ({
    ...(hook && secret !== undefined && { hook: sealHook(project, row.id, { ...hook, secret }) }),
    trigger_data: sealRegistration(project, row.id, {
      status: 'registered',
      registration,
      ...(expiresAt !== undefined && {
        registered_at: now,
        expires_at: expiresAt,
        renew_at: renewAt,
      }),
    }),
    failures: 0,
  })
  await parts.database.transaction(async (transaction) => {
    const modified = await triggerStore(transaction).modify(
      project.id,
      { id: row.id },
      (current) => ({
        ...toChanges(openHook(project, current)),
        next_poll_at: current.disabled_at === null ? (renewAt ?? null) : null,
        scheduled_at: now,
      }),
    )
    if (modified) return
    const deleted = { ...row, ...toChanges(openHook(project, row)) }
    await parts.removals.addRegistered(transaction, project, deleted, source, trace)
  })
}
