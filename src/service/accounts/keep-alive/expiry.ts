import { latestCredible, minuteMs } from '../../platform/clock.ts'
import type { ConnectedAccount } from '../account-row.ts'

type Grant = Pick<ConnectedAccount, 'grantedAt' | 'expiresAt'>

/** How far the clocks of this service and of a provider may lie apart. */
const skewMs = 90_000
const leastRemainingMs = minuteMs
const leastRemainingShare = 0.1

/**
 * Whether the credential ends so soon that it is renewed first: at 10 % of its lifetime, at the
 * least 60 s before.
 *
 * One that lives for less than two minutes is used for half of its life; else every call would
 * renew it.
 */
export const isRenewalDue = ({ grantedAt, expiresAt }: Grant, now: Date): boolean => {
  if (expiresAt === null) return false
  // A wrong clock computed when it ends.
  if (grantedAt !== null && grantedAt > latestCredible(now)) return true
  const end = Date.parse(expiresAt)
  const lifetime = grantedAt === null ? 0 : Math.max(end - Date.parse(grantedAt), 0)
  const remaining = Math.max(leastRemainingMs, lifetime * leastRemainingShare)
  return end - now.getTime() <= (lifetime === 0 ? remaining : Math.min(remaining, lifetime / 2))
}

/** Whether the credential has ended on everybody's clock. */
export const isExpired = ({ expiresAt }: Grant, now: Date): boolean =>
  expiresAt !== null && now.getTime() > Date.parse(expiresAt) + skewMs
