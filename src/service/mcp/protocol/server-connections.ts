import {
  canStillConnect,
  isLinkable,
  type Accounts,
  type ConnectedAccount,
  type Links,
  type LinkSession,
} from '../../accounts/index.ts'
import type { AuthConfig, AuthConfigs } from '../../auth-configs/index.ts'
import type { Toolkit } from '../../catalog/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { McpServer } from '../mcp-server.ts'

/** The user of a server: a user id, with a single account if the URL names one. */
export type ServerUse = {
  project: Project
  server: McpServer
  userId: string
  account?: ConnectedAccount | undefined
  managedAuth?: boolean | undefined
}

type Parts = { accounts: Accounts; authConfigs: AuthConfigs; links: Links; clock: Clock }

/**
 * Determines which accounts calls through a server use, and how the user connects a missing one.
 */
export const createServerConnections = (
  { accounts, authConfigs, links, clock }: Parts,
  { project, server, userId, account, managedAuth }: ServerUse,
) => {
  const authConfigsOf = (toolkit: string): string[] =>
    server.authConfigs.flatMap((config) => (config.toolkit === toolkit ? [config.id] : []))

  const renew = async (bound: ConnectedAccount): Promise<LinkSession | undefined> => {
    const authConfig = (await authConfigs.find(project, [bound.authConfigId])).get(
      bound.authConfigId,
    )
    return authConfig?.status === 'ENABLED' && canStillConnect(bound.status)
      ? links.renew(project, bound, authConfig, {})
      : undefined
  }

  /** Those of the server; if it has none and managed auth is on, those of the project. */
  const listAuthConfigs = async (toolkit: string): Promise<AuthConfig[]> => {
    const own = authConfigsOf(toolkit)
    if (own.length > 0) return [...(await authConfigs.find(project, own)).values()]
    return (managedAuth ?? server.managedAuth) ? authConfigs.listEnabled(project, [toolkit]) : []
  }

  return {
    select: async (toolkit: string): Promise<{ accountIds?: string[]; authConfigId?: string }> => {
      if (account?.toolkit === toolkit) return { accountIds: [account.id] }
      const own = authConfigsOf(toolkit)
      const [first] = own
      if (first === undefined) return {}
      if (own.length === 1) return { authConfigId: first }
      const ids = (await accounts.listOfUser(project, userId, [toolkit]))
        .filter((candidate) => own.includes(candidate.authConfig.id))
        .map((candidate) => candidate.account.id)
      return ids.length > 0 ? { accountIds: ids } : { authConfigId: first }
    },

    /** None if the URL says that its owner manages connections. */
    offerLink: async ({ definition: { slug } }: Toolkit): Promise<LinkSession | undefined> => {
      if (managedAuth === false) return undefined
      if (account?.toolkit === slug) return renew(account)
      const now = clock.now()
      const authConfig = (await listAuthConfigs(slug)).find((each) => isLinkable(each, now))
      return authConfig && links.offer(project, authConfig, { userId })
    },
  }
}
