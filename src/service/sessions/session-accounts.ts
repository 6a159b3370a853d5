import { whyUnusable, type Accounts, type ChosenAccount } from '../accounts/index.ts'
import type { OpenSession } from './open-session.ts'
import { ownEntry } from './own-entry.ts'

/** The accounts that a call may use, as arguments of `executeTool`. */
type AccountSelection = {
  accountIds?: string[] | undefined
  authConfigId?: string | undefined
}

/**
 * Precedence: the account named by the call, the session's accounts, the session's auth config
 * (rule 5.9).
 */
export const selectAccounts = (
  session: OpenSession,
  toolkit: string,
  account: string | undefined,
): AccountSelection => {
  const configured = ownEntry(session.config.connected_accounts, toolkit)
  const accountIds =
    account !== undefined ? [account] : configured === undefined ? undefined : [configured].flat()
  return {
    accountIds,
    authConfigId: accountIds ? undefined : ownEntry(session.config.auth_configs, toolkit),
  }
}

/** The user's accounts that the session uses for a toolkit, in order of preference. */
export const accountsOfSession = (
  session: OpenSession,
  toolkit: string,
  accounts: ChosenAccount[],
  account?: string,
): ChosenAccount[] => {
  const { accountIds, authConfigId } = selectAccounts(session, toolkit, account)
  const selected = accounts.filter(
    (candidate) =>
      candidate.account.toolkit === toolkit &&
      (accountIds === undefined || accountIds.includes(candidate.account.id)) &&
      (authConfigId === undefined || candidate.account.authConfigId === authConfigId),
  )
  return accountIds
    ? selected.toSorted(
        (a, b) => accountIds.indexOf(a.account.id) - accountIds.indexOf(b.account.id),
      )
    : selected
}

/** Whether the session can make calls with the account. */
export const isUsable = (chosen: ChosenAccount): boolean =>
  whyUnusable(chosen, { forSession: true }) === undefined

/** The accounts that a call can use, the preferred one first. */
export const listCandidates = async (
  accounts: Pick<Accounts, 'listOfUser'>,
  session: OpenSession,
  toolkit: string,
  account: string | undefined,
): Promise<ChosenAccount[]> =>
  accountsOfSession(
    session,
    toolkit,
    await accounts.listOfUser(session.project, session.config.user_id, [toolkit]),
    account,
  ).filter(isUsable)
