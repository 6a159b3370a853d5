import { GrantError } from '../../auth-schemes/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { ChosenAccount } from '../account.ts'
import type { KeepAlive } from './create-keep-alive.ts'
import { CredentialError } from './credential-error.ts'
import { isRenewalDue } from './expiry.ts'
import { isRenewable, requestRenewal, withGrant } from './renewal-request.ts'

/**
 * Keeps the credential of a deleted account alive for what its owner left to be done with it.
 *
 * Nobody else uses it, so there is no lease to take; `store` writes down what a provider gave
 * before it is used.
 */
export const createDeletedKeepAlive = (
  parts: { outbound: Outbound; clock: Clock },
  store: (renewed: ChosenAccount) => Promise<void>,
): KeepAlive => {
  let isRefused = false

  const renewed = async (chosen: ChosenAccount): Promise<ChosenAccount> => {
    const granted = await requestRenewal(parts, chosen).catch((error: unknown) => {
      if (!(error instanceof GrantError)) throw error
      throw new CredentialError(
        error.kind === 'unavailable' ? 'unavailable' : 'lost',
        `The credential of the deleted account ${chosen.account.id} could not be renewed: ${error.message}`,
        { cause: error },
      )
    })
    const next = withGrant(chosen, granted, parts.clock.now())
    await store(next)
    return next
  }

  return {
    ready: async (_project, chosen) =>
      isRenewalDue(chosen.account, parts.clock.now()) && isRenewable(chosen)
        ? renewed(chosen)
        : chosen,
    renew: async (_project, chosen) =>
      isRefused || !isRenewable(chosen) ? undefined : renewed(chosen),
    replace: async (_project, chosen, { reason, wasRenewed }) => {
      if (!wasRenewed && !isRefused && isRenewable(chosen)) return renewed(chosen)
      throw new CredentialError(
        'lost',
        `The credential of the deleted account ${chosen.account.id} is of no use: ${reason}`,
      )
    },
    noteRefused: () => void (isRefused = true),
    finish: async () => {},
  }
}
