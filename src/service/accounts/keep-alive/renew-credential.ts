import { setTimeout as sleep } from 'node:timers/promises'
import type { Project } from '../../endpoint/index.ts'
import { toAccount } from '../account-row.ts'
import type { ChosenAccount } from '../account.ts'
import type { AccountRow } from '../store.ts'
import { CredentialError } from './credential-error.ts'
import { exchange, type ExchangeParts } from './exchange.ts'
import { toleranceMs } from '../../platform/clock.ts'
import { longestPauseMs } from './record-failure.ts'
import { createLease, isAbandoned, type LeaseParts } from './lease.ts'
import { renewalStore } from './store.ts'

/**
 * How long one waits for another node that renews the same credential: longer than its exchange may
 * take.
 */
const patienceMs = 35_000
const lookAgainMs = 150

export type RenewalParts = ExchangeParts &
  LeaseParts & {
    random: () => number
    /** Aborted when the service stops: nothing new is begun. */
    stopping: AbortSignal
  }

/**
 * The account with a newer credential than `stale`: renewed here, or by another node meanwhile.
 *
 * Whoever gets the lease of the row asks the provider, and nobody else does until its end is
 * written down. Throws a `CredentialError`.
 */
export const renewCredential = async (
  parts: RenewalParts,
  project: Project,
  stale: ChosenAccount,
): Promise<ChosenAccount> => {
  const { id } = stale.account
  const store = renewalStore(parts.database.handle)
  const waitUntil = performance.now() + patienceMs
  for (;;) {
    const found = await store.find(project.id, id)
    if (!found) throw new CredentialError('lost', `The connected account ${id} was deleted`)
    const current = { account: toAccount(project, found.row), authConfig: stale.authConfig }
    rejectUnusable(current)
    if (current.account.version > stale.account.version) return current
    if (parts.stopping.aborted)
      throw new CredentialError(
        'unavailable',
        `The credential of the connected account ${id} was not renewed, since the service is stopping`,
      )
    if (found.row.lease_owner === null || isAbandoned(parts, found.row, found.databaseTime)) {
      rejectPaused(found.row, parts.clock.now())
      const lease = createLease(parts, found.row, found.databaseTime)
      const renewed = (await store.takeLease(found.row, lease))
        ? await exchange(parts, project, current, lease)
        : undefined
      if (renewed) return renewed
    } else if (performance.now() > waitUntil) {
      throw new CredentialError(
        'unavailable',
        `The credential of the connected account ${id} is being renewed by another node, which takes too long`,
      )
    } else {
      await sleep(lookAgainMs * (0.5 + parts.random()))
    }
  }
}

const rejectUnusable = ({ account }: ChosenAccount): void => {
  const { id, status, statusReason, isDisabled } = account
  if (status === 'ACTIVE' && !isDisabled) return
  throw new CredentialError(
    'lost',
    `The connected account ${id} is ${isDisabled ? 'switched off' : status}${statusReason === null ? '' : `: ${statusReason}`}`,
  )
}

const rejectPaused = (
  { id, refresh_not_before: notBefore, status_reason: reason }: AccountRow,
  now: Date,
): void => {
  if (notBefore === null || Date.parse(notBefore) <= now.getTime()) return
  // Longer than any pause: the clock was wrong when it began.
  if (Date.parse(notBefore) > now.getTime() + longestPauseMs + toleranceMs) return
  throw new CredentialError(
    'unavailable',
    `The credential of the connected account ${id} could not be renewed, and is not tried again before ${notBefore}${reason === null ? '' : `. ${reason}`}`,
  )
}
