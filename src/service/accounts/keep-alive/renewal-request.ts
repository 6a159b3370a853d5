import { findScheme, type Granted, type Scheme } from '../../auth-schemes/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { ChosenAccount } from '../account.ts'
import { toGrantContext } from '../../auth-configs/index.ts'
import { withoutNull } from '../without-null.ts'

/**
 * Everything that one renewal asks of the provider is over by then; a lease lasts longer.
 *
 * It is more patience than providers are given elsewhere: the answer that one does not wait for may
 * hold the only next refresh token.
 */
const exchangeTimeoutMs = 30_000

/** Whether the account holds what a new credential takes. */
export const isRenewable = (chosen: ChosenAccount): boolean => grantOf(chosen) !== undefined

/** Asks the provider for a new credential. Throws a `GrantError`. */
export const requestRenewal = async (
  { outbound, clock }: { outbound: Outbound; clock: Clock },
  chosen: ChosenAccount,
): Promise<Granted> => {
  const grant = grantOf(chosen)
  if (!grant) throw new Error(`Nothing renews the connected account ${chosen.account.id}`)
  const signal = AbortSignal.timeout(exchangeTimeoutMs)
  const context = toGrantContext({ outbound, clock }, chosen.authConfig, chosen.account.values)
  return grant({
    ...context,
    send: (request) => context.send({ ...request, timeoutMs: exchangeTimeoutMs, signal }),
  })
}

/** The account with a credential that was just granted in the place of its former one. */
export const withGrant = (
  { account, authConfig }: ChosenAccount,
  { values, expiresAt }: Granted,
  at: Date,
): ChosenAccount => ({
  account: {
    ...account,
    values: withoutNull({ ...account.values, ...values }),
    version: account.version + 1,
    statusReason: null,
    grantedAt: at.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    updatedAt: at.toISOString(),
  },
  authConfig,
})

const grantOf = ({ account, authConfig }: ChosenAccount): Scheme['refresh'] => {
  const scheme = findScheme(authConfig.scheme.mode)
  const values = { ...authConfig.sharedCredentials, ...account.values }
  return scheme?.refresh && (scheme.canRefresh?.(values) ?? true) ? scheme.refresh : scheme?.obtain
}
