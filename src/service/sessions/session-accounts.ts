import { whyUnusable, type Accounts, type ChosenAccount } from '../accounts/index.ts'
import type { OpenSession } from './open-session.ts'
import { ownEntry } from './own-entry.ts'

/** Which accounts a call may use, in the words of `executeTool`. */
export type AccountSelection = {
  accountIds?: string[] | undefined
  authConfigId?: string | undefined
}

/**
 * The call's own account counts first, then the session's accounts, then its auth config (rule
 * 5.9).
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

/**
 * Those of the user's accounts that the session uses for a toolkit, in the order in which it
 * prefers them.
 */
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

/** Whether a session's calls can be made with the account. */
export const isUsable = (chosen: ChosenAccount): boolean =>
  whyUnusable(chosen, { forSession: true }) === undefined

/** The accounts that a call could be made with, the preferred one first. */
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
