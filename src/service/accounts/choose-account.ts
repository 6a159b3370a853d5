import type { AuthConfig, AuthConfigs } from '../auth-configs/index.ts'
import type { Project } from '../endpoint/index.ts'
import { createReadCache } from '../platform/create-read-cache.ts'
import type { Database } from '../platform/database/index.ts'
import { toAccount, type ConnectedAccount } from './account-row.ts'
import { accountStore } from './store.ts'

export type ChosenAccount = { account: ConnectedAccount; authConfig: AuthConfig }

/** Which account a call shall use. */
type AccountChoice = {
  userId: string
  toolkit: string
  /** Only these accounts, the first that is ACTIVE. */
  accountIds?: string[] | undefined
  authConfigId?: string | undefined
  /** In a session: only accounts whose auth config is enabled for tool router sessions. */
  forSession?: boolean | undefined
}

type Parts = { database: Database; authConfigs: AuthConfigs }

/**
 * Chooses the account that a call uses, at most half a second old; `undefined` when the user has none
 * that could be used.
 */
export const createChooseAccount = (parts: Parts) => {
  // Half a second, as keys are: what another node disables, deletes, restricts, revokes or renews
  // counts here within the second that rule 8.21 promises. What this node changes counts at once.
  const chosen = createReadCache(
    (_key, given: { project: Project; choice: AccountChoice }) =>
      choose(parts, given.project, given.choice),
    { forMs: 500, maximum: 1000 },
  )
  parts.database.onChange((table, scope) => {
    if (table === 'connected_accounts' || table === 'auth_configs') chosen.forgetAll(`${scope} `)
  })

  return (project: Project, choice: AccountChoice): Promise<ChosenAccount | undefined> => {
    const { userId, toolkit, accountIds, authConfigId, forSession = false } = choice
    const wanted = [toolkit, userId, forSession, authConfigId, accountIds]
    return chosen.get(`${project.id} ${JSON.stringify(wanted)}`, { project, choice })
  }
}

const choose = async (
  { database, authConfigs: { find } }: Parts,
  project: Project,
  choice: AccountChoice,
): Promise<ChosenAccount | undefined> => {
  const rows = await accountStore(database.handle).list(
    project.id,
    {
      userIds: [choice.userId],
      toolkits: [choice.toolkit],
      statuses: ['ACTIVE'],
      ...(choice.accountIds && { ids: choice.accountIds }),
      ...(choice.authConfigId !== undefined && { authConfigIds: [choice.authConfigId] }),
    },
    { by: 'created_at', direction: 'desc' },
    { limit: 50 },
  )
  if (rows.length === 0) return undefined
  const authConfigs = await find(project, [...new Set(rows.map((row) => row.auth_config_id))])
  const usable = rows.filter(
    (row) => row.is_disabled === 0 && isUsable(authConfigs.get(row.auth_config_id), choice),
  )
  const ordered = choice.accountIds
    ? usable.toSorted((a, b) => rank(choice.accountIds, a.id) - rank(choice.accountIds, b.id))
    : usable
  for (const row of ordered) {
    const [found] = withAuthConfig(toAccount(project, row), authConfigs)
    if (found && !found.account.isDamaged) return found
  }
  return undefined
}

export const withAuthConfig = (
  account: ConnectedAccount,
  authConfigs: Map<string, AuthConfig>,
): ChosenAccount[] => {
  const authConfig = authConfigs.get(account.authConfigId)
  return authConfig ? [{ account, authConfig }] : []
}

const isUsable = (authConfig: AuthConfig | undefined, { forSession }: AccountChoice): boolean =>
  authConfig !== undefined &&
  authConfig.status === 'ENABLED' &&
  (!forSession || authConfig.settings.isEnabledForToolRouter)

const rank = (ids: string[] | undefined, id: string): number => ids?.indexOf(id) ?? 0
