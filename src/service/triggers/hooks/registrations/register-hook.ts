import type { TriggerWebhook } from '../../../../contract/import-trigger-webhook.ts'
import { createSecret } from '../../../platform/ids.ts'
import { disableInstance } from '../../disable-instance.ts'
import { findSource } from '../../find-source.ts'
import { TriggerFailure } from '../../requests/trigger-failure.ts'
import { openHook, sealHook, type Hook } from '../hook-address.ts'
import { openRegistration, sealRegistration, type RegistrationState } from './registration-state.ts'
import {
  modifyInstance,
  type RegistrationParts,
  type RegistrationTask,
} from './registration-task.ts'
import {
  requestSecret,
  sendRegistration,
  type Registered,
  type Registering,
} from './send-registration.ts'
import { storeRegistered } from './store-registered.ts'
import { sendRemoval } from './unregister-hook.ts'

/**
 * Registers an instance with its provider. A failure is stored and retried; after the last retry
 * the instance is disabled.
 */
export const registerHook = async (
  parts: RegistrationParts,
  task: RegistrationTask,
): Promise<void> => {
  const { project, row, attempt } = task
  const found = await findSource(parts, project, row)
  if ('gone' in found) return disableInstance(parts, row, found.gone, { trace: attempt.trace })
  const { source } = found
  const { webhook } = source.definition
  const hook = openHook(project, row)
  if (!webhook?.register || !hook) return
  const { register } = webhook
  try {
    if ('paused' in found) throw new TriggerFailure('account', found.paused)
    const ready = await prepareSecret(parts, task, webhook, hook)
    const registering = { source, webhook, register, hook: ready }
    const registered = await sendRegistration(parts, task, registering)
    const secret = await withSecret(parts, task, registering, registered)
    await storeRegistered(parts, task, source, { ...registered, secret })
  } catch (error) {
    attempt.signal.throwIfAborted()
    if (!(error instanceof TriggerFailure)) throw error
    await noteFailure(parts, task, error)
  }
}

/** Without its secret a registration is of no use, so it is removed again. */
const withSecret = async (
  parts: RegistrationParts,
  task: RegistrationTask,
  registering: Pick<Registering, 'source' | 'webhook'>,
  { registration, secret }: Registered,
): Promise<string | undefined> => {
  try {
    return secret ?? (await requestSecret(parts, task, registering, registration))
  } catch (error) {
    // The first failure is the one to report.
    await sendRemoval(parts, task, registering.source, registration).catch(() => {})
    throw error
  }
}

/**
 * Stored before the provider is called: during the registration it may verify the address with the
 * secret, or send the secret.
 */
const prepareSecret = async (
  parts: RegistrationParts,
  task: RegistrationTask,
  { secret: from }: TriggerWebhook,
  { token, secret: former }: Hook,
): Promise<Hook> => {
  const secret =
    from?.from === 'generated'
      ? (former ?? createSecret('', 256))
      : from?.from === 'handshake'
        ? undefined
        : former
  const hook: Hook = { token, ...(secret !== undefined && { secret }) }
  if (secret !== former)
    await modifyInstance(parts, task, () => ({
      hook: sealHook(task.project, task.row.id, hook),
    }))
  return hook
}

const noteFailure = async (
  parts: RegistrationParts,
  task: RegistrationTask,
  failure: TriggerFailure,
): Promise<void> => {
  const { project, row, attempt } = task
  // One that is to be replaced still delivers, and has to be removed in the end.
  const toChanges = (current: typeof row) => ({
    trigger_data: sealRegistration(project, row.id, {
      ...keptOf(openRegistration(project, current)),
      status: 'failed',
      error: failure.message,
    }),
    failures: current.failures + 1,
  })
  if (attempt.isLast || failure.kind === 'never')
    return disableInstance(parts, row, `It could not be registered: ${failure.message}`, {
      changes: toChanges(row),
      trace: attempt.trace,
    })
  await modifyInstance(parts, task, toChanges)
  throw failure
}

const keptOf = ({ registration, registered_at, expires_at, renew_at }: RegistrationState) =>
  registration === undefined ? {} : { registration, registered_at, expires_at, renew_at }
