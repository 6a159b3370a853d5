import { GrantError, type Granted } from '../../auth-schemes/index.ts'
import type { Handle } from '../../platform/database/index.ts'
import { nameOfOwner } from '../account-inspection.ts'
import type { InspectedGrant } from '../inspection.ts'
import { confirmationOf } from '../link-request.ts'
import { encryptValues, waitingStatuses } from '../account-row.ts'
import type { ConnectOutcome } from '../connecting.ts'
import { plainText } from '../as-service-error.ts'
import { accountStore } from '../store.ts'
import { toView } from './connect-view.ts'
import type { ConnectingParts } from './connecting-parts.ts'
import { finishConnection } from './finish-connection.ts'
import type { OpenLink } from './open-link.ts'
import { returnAddress } from './return-address.ts'

/** Ends a connection well: the account holds what was granted, once. */
export const completeConnection = async (
  parts: ConnectingParts,
  found: OpenLink,
  granted: InspectedGrant,
): Promise<ConnectOutcome> => {
  const { project, account, link } = found
  const confirmation = confirmationOf(project, link.confirmation)
  const finished = await finishConnection(
    parts,
    project,
    { accountId: account.id, linkId: link.id, confirmation },
    granted,
  )
  if (!finished) return concludeInVain(parts, found, granted)
  return {
    kind: 'connected',
    view: toView(found),
    accountId: account.id,
    confirmed: confirmation === null,
    owner: nameOfOwner(granted.about.identity) ?? null,
    code: (confirmation === 'code' && finished.confirmationCode) || null,
    returnTo: returnAddress(link.callback_url, {
      status: 'success',
      accountId: account.id,
      confirmationCode: finished.confirmationCode,
    }),
  }
}

/**
 * Nobody holds what was granted: where its account was deleted meanwhile, the provider is told to
 * forget it.
 */
export const concludeInVain = (
  parts: ConnectingParts,
  found: OpenLink,
  granted: Granted,
): Promise<ConnectOutcome> =>
  parts.database.transaction(async (transaction) => {
    if (await accountStore(transaction).find(found.project.id, found.account.id))
      return { kind: 'dead', why: 'used' }
    await giveBack(parts, transaction, found, granted)
    return { kind: 'dead', why: 'unknown' }
  })

/**
 * Ends a try whose credential the API itself refused: the account is FAILED, and the provider is
 * asked to revoke what it granted.
 */
export const rejectGrant = async (
  parts: ConnectingParts,
  found: OpenLink,
  {
    granted,
    message,
    retryToken,
  }: { granted: Granted; message: string; retryToken: string | null },
): Promise<ConnectOutcome> => {
  await parts.database.transaction((transaction) => giveBack(parts, transaction, found, granted))
  return fail(parts, found, new GrantError('denied', message), retryToken)
}

const giveBack = (
  { revocations }: ConnectingParts,
  transaction: Handle,
  { project, account, authConfig }: OpenLink,
  { values }: Granted,
): Promise<void> =>
  revocations.enqueue(transaction, project, {
    accountId: account.id,
    authConfig,
    values: encryptValues(project, account.id, values),
  })

/**
 * Ends a try badly: the account is FAILED with the reason, and its user may try again with
 * `retryToken`.
 */
export const fail = async (
  parts: ConnectingParts,
  found: OpenLink,
  error: unknown,
  retryToken: string | null,
): Promise<ConnectOutcome> => {
  const { project, account, link } = found
  const isRefusal = error instanceof GrantError
  const message = isRefusal ? plainText(error.message) : 'The exchange with the provider broke off'
  await accountStore(parts.database.handle).updateIn(project.id, account.id, waitingStatuses, {
    status: 'FAILED',
    status_reason: message,
    updated_at: parts.clock.now().toISOString(),
  })
  if (!isRefusal) throw error
  return {
    kind: 'failed',
    view: toView(found),
    message,
    retryToken,
    returnTo: returnAddress(link.callback_url, { status: 'failed', accountId: account.id }),
  }
}
