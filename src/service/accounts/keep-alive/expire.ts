import type { Project } from '../../endpoint/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import { toAccount } from '../account-row.ts'
import type { ChosenAccount } from '../account.ts'
import { CredentialError } from './credential-error.ts'
import { renewalStore } from './store.ts'

type Parts = {
  database: Database
  events: Events
  clock: Clock
  trace?: TraceContext | undefined
}

/** Expires an account whose credential has ended and cannot be renewed. Always throws. */
export const expireEnded = async (
  parts: Parts,
  project: Project,
  chosen: ChosenAccount,
): Promise<never> => {
  const reason = `The credential ended at ${chosen.account.expiresAt ?? ''}, and the account holds nothing to renew it with`
  await expire(parts, project, chosen, reason, { unlessRenewing: false })
  throw isExpired(chosen, reason)
}

/**
 * Expires an account whose credential the API refuses for good, and throws that.
 *
 * An account that got another credential since it was chosen is left alone and returned: what the
 * API said was not about that one.
 */
export const expireRejected = async (
  parts: Parts,
  project: Project,
  chosen: ChosenAccount,
  reason: string,
): Promise<ChosenAccount> => {
  if (await expire(parts, project, chosen, reason, { unlessRenewing: true }))
    throw isExpired(chosen, reason)
  const { id, version } = chosen.account
  const found = await renewalStore(parts.database.handle).find(project.id, id)
  if (!found) throw new CredentialError('lost', `The connected account ${id} was deleted`)
  const account = toAccount(project, found.row)
  if (account.status !== 'ACTIVE' || account.isDisabled)
    throw new CredentialError(
      'lost',
      `The connected account ${id} is ${account.isDisabled ? 'switched off' : account.status}: ${account.statusReason ?? reason}`,
    )
  if (account.version > version) return { account, authConfig: chosen.authConfig }
  throw new CredentialError(
    'unavailable',
    `The credential of the connected account ${id} is being renewed just now`,
  )
}

const isExpired = ({ account }: ChosenAccount, reason: string): CredentialError =>
  new CredentialError('lost', `The connected account ${account.id} is EXPIRED: ${reason}`)

/** False when somebody else changed the account, or expired it already. */
const expire = (
  { database, events, clock, trace }: Parts,
  project: Project,
  { account }: ChosenAccount,
  reason: string,
  options: { unlessRenewing: boolean },
): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const changes = { status_reason: reason, updated_at: clock.now().toISOString() }
    if (!(await renewalStore(transaction).expire(account, changes, options))) return false
    await events.publish(transaction, {
      type: 'account.expired',
      scope: project.id,
      data: { id: account.id },
      trace,
    })
    return true
  })
