import type { TriggerWebhook } from '../../../../contract/import-trigger-webhook.ts'
import { disableInstance } from '../../disable-instance.ts'
import { findSource, type TriggerSource } from '../../find-source.ts'
import { TriggerFailure } from '../../requests/trigger-failure.ts'
import { openHook } from '../hook-address.ts'
import { registerHook } from './register-hook.ts'
import { openRegistration, sealRegistration } from './registration-state.ts'
import { recordState, type RegistrationParts, type RegistrationTask } from './registration-task.ts'
import { sendRegistration } from './send-registration.ts'
import { storeRegistered } from './store-registered.ts'
import { sendRemoval } from './unregister-hook.ts'

/** Prolongs a registration before its lifetime is over, or registers the instance again. */
export const renewHook = async (
  parts: RegistrationParts,
  task: RegistrationTask,
): Promise<void> => {
  const { project, row, attempt } = task
  const found = await findSource(parts, project, row)
  if ('gone' in found) return disableInstance(parts, row, found.gone, { trace: attempt.trace })
  // The schedule repeats the renewal until the account works again.
  if ('paused' in found) return noteError(parts, task, found.paused)
  const { source } = found
  const { webhook } = source.definition
  if (!webhook?.register) return
  if (!webhook.renew) return registerAgain(parts, task, source)
  try {
    await prolong(parts, task, source, webhook)
  } catch (error) {
    attempt.signal.throwIfAborted()
    if (!(error instanceof TriggerFailure)) throw error
    if (error.isMissing) return registerHook(parts, task)
    await noteFailure(parts, task, error)
  }
}

/** The former registration is removed last, so that no event is lost in between. */
const registerAgain = async (
  parts: RegistrationParts,
  task: RegistrationTask,
  source: TriggerSource,
): Promise<void> => {
  const { registration } = openRegistration(task.project, task.row)
  await registerHook(parts, task)
  if (!registration) return
  await sendRemoval(parts, task, source, registration).catch((error: unknown) => {
    if (!(error instanceof TriggerFailure)) throw error
    parts.log.info(
      { project: task.project.id, trigger: task.row.id, reason: error.message },
      'A replaced registration could not be removed from its provider; it expires there',
    )
  })
}

const prolong = async (
  parts: RegistrationParts,
  task: RegistrationTask,
  source: TriggerSource,
  webhook: TriggerWebhook,
): Promise<void> => {
  const hook = openHook(task.project, task.row)
  const { registration } = openRegistration(task.project, task.row)
  if (!webhook.renew || !hook || !registration) return
  const registered = await sendRegistration(parts, task, {
    source,
    webhook,
    register: { ...webhook.renew, lifetime: webhook.register?.lifetime },
    hook,
    registration,
  })
  await storeRegistered(parts, task, source, registered)
}

const noteError = async (
  parts: RegistrationParts,
  task: RegistrationTask,
  error: string,
): Promise<void> =>
  void (await recordState(parts, task, { ...openRegistration(task.project, task.row), error }))

const noteFailure = async (
  parts: RegistrationParts,
  task: RegistrationTask,
  failure: TriggerFailure,
): Promise<void> => {
  const { project, row, attempt } = task
  if (failure.kind === 'account') return noteError(parts, task, failure.message)
  if (attempt.isLast || failure.kind === 'never') {
    const { registration } = openRegistration(project, row)
    const state = { status: 'unregistered' as const, registration, error: failure.message }
    return disableInstance(
      parts,
      row,
      `Its registration could not be renewed: ${failure.message}`,
      { changes: { trigger_data: sealRegistration(project, row.id, state) }, trace: attempt.trace },
    )
  }
  await noteError(parts, task, failure.message)
  throw failure
}
