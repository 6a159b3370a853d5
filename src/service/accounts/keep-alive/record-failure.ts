import { GrantError } from '../../auth-schemes/index.ts'
import { OutboundError } from '../../platform/outbound/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { ChosenAccount } from '../account.ts'
import { CredentialError } from './credential-error.ts'
import { dayMs, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import type { Lease } from './lease.ts'
import { renewalStore } from './store.ts'
import { publicMessage } from '../../platform/public-error.ts'

type Parts = {
  database: Database
  events: Events
  clock: Clock
  trace?: TraceContext | undefined
}

const longestOwnPauseSeconds = 300
/** Providers may ask for more. */
export const longestPauseMs = dayMs

/**
 * Writes down why a renewal failed, and throws that; answers `undefined` when the lease was lost
 * meanwhile, so that it says nothing of what holds now.
 */
export const recordFailure = async (
  parts: Parts,
  project: Project,
  chosen: ChosenAccount,
  lease: Lease,
  error: unknown,
): Promise<undefined> => {
  if (error instanceof GrantError && (error.kind === 'lost' || error.kind === 'denied'))
    return expire(parts, project, chosen, lease, error)
  const { account, authConfig } = chosen
  const now = parts.clock.now()
  const failures = lease.failures + 1
  const requestedMs = error instanceof GrantError ? error.retryAfterMs : undefined
  const ownMs = Math.min(2 ** failures, longestOwnPauseSeconds) * 1000
  const pauseMs = Math.min(Math.max(requestedMs ?? ownMs, 1000), longestPauseMs)
  const notBefore = new Date(now.getTime() + pauseMs).toISOString()
  const isMisconfigured = error instanceof GrantError && error.kind === 'misconfigured'
  const why = isMisconfigured
    ? `The auth config ${authConfig.id} must be mended: ${messageOf(error)}`
    : messageOf(error)
  const interrupted = isCutOff(error)
    ? { interrupted_at: lease.interruptedAt ?? now.toISOString() }
    : {}
  const changes = {
    ...interrupted,
    refresh_failures: failures,
    refresh_not_before: notBefore,
    status_reason: `The credential could not be renewed. ${why}`,
    updated_at: now.toISOString(),
  }
  if (!(await renewalStore(parts.database.handle).endLease(account.id, lease.owner, changes)))
    return undefined
  if (!isExpected(error)) throw error
  throw new CredentialError(
    isMisconfigured ? 'misconfigured' : 'unavailable',
    `The credential of the connected account ${account.id} could not be renewed, and is not tried again before ${notBefore}. ${why}`,
    { cause: error },
  )
}

const expire = async (
  { database, events, clock, trace }: Parts,
  project: Project,
  { account }: ChosenAccount,
  { owner, interruptedAt }: Lease,
  error: GrantError,
): Promise<undefined> => {
  const reason =
    interruptedAt === null
      ? `The provider takes the credential no longer: ${messageOf(error)}`
      : `A renewal of the credential was interrupted (${interruptedAt}), so that the new one was lost on its way, and the provider takes the old one no longer: ${messageOf(error)}`
  const isExpired = await database.transaction(async (transaction) => {
    if (
      !(await renewalStore(transaction).endLease(account.id, owner, {
        status: 'EXPIRED',
        status_reason: reason,
        updated_at: clock.now().toISOString(),
      }))
    )
      return false
    await events.publish(transaction, {
      type: 'account.expired',
      scope: project.id,
      data: { id: account.id },
      trace,
    })
    return true
  })
  if (isExpired)
    throw new CredentialError('lost', `The connected account ${account.id} is EXPIRED: ${reason}`, {
      cause: error,
    })
  return undefined
}

const isExpected = (error: unknown): boolean =>
  error instanceof GrantError || error instanceof OutboundError

/** The provider may have given a new credential that did not arrive. */
const isCutOff = (error: unknown): boolean => {
  const cause = error instanceof GrantError ? error.cause : error
  return cause instanceof OutboundError && (cause.kind === 'timeout' || cause.kind === 'aborted')
}

/** PostgreSQL stores no NUL. */
const messageOf = (error: unknown): string =>
  publicMessage(error, 'The renewal failed in an unexpected way')
    .replaceAll('\0', ' ')
    .slice(0, 500)
