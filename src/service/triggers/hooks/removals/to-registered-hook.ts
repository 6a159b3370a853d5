import { TriggerFailure } from '../../requests/trigger-failure.ts'
import { toRequest } from '../../requests/send-request.ts'
import type { FoundSource, TriggerSource } from '../../find-source.ts'
import type { TriggerInstanceRow } from '../../store.ts'
import type { RegisteredHook } from './hook-removal.ts'

type Registration = Record<string, unknown>

/**
 * The request that unregisters the hook of an instance, or a text that says why it cannot be made;
 * undefined if the trigger type declares none.
 */
export const toRegisteredHook = ({
  source,
  row,
  registration,
}: {
  source: TriggerSource
  row: TriggerInstanceRow
  registration: Registration
}): RegisteredHook | string | undefined => {
  const request = source.definition.webhook?.unregister?.request
  if (!request) return undefined
  try {
    return {
      triggerId: row.id,
      triggerSlug: row.trigger_slug,
      request: toRequest(request, { config: source.config, registration }),
    }
  } catch (error) {
    if (error instanceof TriggerFailure) return error.message
    throw error
  }
}

/**
 * Why the provider cannot be called. A disabled account can be used, since a deletion should leave
 * nothing behind.
 */
export const problemOf = (found: FoundSource): string | undefined => {
  if ('gone' in found) return found.gone
  const { account } = found.source
  if (!account) return undefined
  if (account.account.isDamaged || account.authConfig.isDamaged)
    return 'What was stored of its credential was damaged'
  return ['ACTIVE', 'INACTIVE'].includes(account.account.status)
    ? undefined
    : `The connected account ${account.account.id} is ${account.account.status}`
}
