import { findSource, type TriggerSource } from '../../find-source.ts'
import { sendRequest } from '../../requests/send-request.ts'
import { TriggerFailure } from '../../requests/trigger-failure.ts'
import { openHook, sealHook } from '../hook-address.ts'
import { logLostHook } from '../removals/log-lost-hook.ts'
import { openRegistration, sealRegistration } from './registration-state.ts'
import {
  callsOf,
  modifyInstance,
  recordState,
  type RegistrationParts,
  type RegistrationTask,
} from './registration-task.ts'

/**
 * Unregisters an instance as far as that is possible: without its toolkit, or an account that
 * works, no request can be made.
 */
export const unregisterHook = async (
  parts: RegistrationParts,
  task: RegistrationTask,
): Promise<void> => {
  const { project, row } = task
  const { status, registration } = openRegistration(project, row)
  if (status === 'manual') return forgetSecret(parts, task)
  if (!registration) return
  const found = await findSource(parts, project, row)
  // Stored before the provider is called, so that a concurrent reader does not rely on the hook.
  await recordState(parts, task, { status: 'unregistered', registration })
  if ('source' in found && !('paused' in found))
    await sendRemoval(parts, task, found.source, registration)
  else
    logLostHook(
      parts.log,
      row,
      { triggerId: row.id, triggerSlug: row.trigger_slug },
      'paused' in found ? found.paused : found.gone,
    )
  await recordState(parts, task, { status: 'unregistered' })
}

/** Sends the request that removes a registration; succeeds if the provider does not have it. */
export const sendRemoval = async (
  parts: RegistrationParts,
  task: RegistrationTask,
  source: TriggerSource,
  registration: Record<string, unknown>,
): Promise<void> => {
  const request = source.definition.webhook?.unregister?.request
  if (!request) return
  try {
    await sendRequest(callsOf(parts, task, source), request, {
      config: source.config,
      registration,
    })
  } catch (error) {
    if (!(error instanceof TriggerFailure && error.isMissing)) throw error
  }
}

/**
 * Forgets a secret that was received in a handshake: when a person sets the hook up again in the
 * provider's console, the provider sends another one.
 */
const forgetSecret = async (parts: RegistrationParts, task: RegistrationTask): Promise<void> => {
  const { project, row } = task
  const isFromHandshake = await findSource(parts, project, row).then(
    (found) => 'source' in found && found.source.definition.webhook?.secret?.from === 'handshake',
  )
  if (!isFromHandshake) return
  await modifyInstance(parts, task, (current) => {
    const hook = openHook(project, current)
    const { secret: _secret, ...state } = openRegistration(project, current)
    if (!hook || current.disabled_at === null) return undefined
    return {
      hook: sealHook(project, row.id, { token: hook.token }),
      trigger_data: sealRegistration(project, row.id, state),
    }
  })
}
