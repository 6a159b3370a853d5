import { GrantError, type Granted } from '../../auth-schemes/index.ts'
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
export const conclude = async (
  parts: ConnectingParts,
  found: OpenLink,
  granted: Granted,
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
const concludeInVain = (
  { database, revocations }: ConnectingParts,
  { project, account, authConfig }: OpenLink,
  granted: Granted,
): Promise<ConnectOutcome> =>
  database.transaction(async (transaction) => {
    if (await accountStore(transaction).find(project.id, account.id))
      return { kind: 'dead', why: 'used' }
    await revocations.enqueue(transaction, project, {
      accountId: account.id,
      authConfig,
      values: encryptValues(project, account.id, granted.values),
    })
    return { kind: 'dead', why: 'unknown' }
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
