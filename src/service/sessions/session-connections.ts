import { mostOfUser, type Accounts, type ChosenAccount } from '../accounts/index.ts'
import { isNoAuth } from '../catalog/index.ts'
import type { OpenSession } from './open-session.ts'
import { accountsOfSession, isUsable } from './session-accounts.ts'

/** The accounts of a session's user. */
export type SessionConnections = {
  /** The user's accounts for these toolkits, those that calls would prefer first. */
  listOf: (slugs: string[]) => Promise<ChosenAccount[]>
  /** Whether a toolkit's tools can be run at once: it is connected, or needs no connection. */
  isReady: (slug: string) => boolean
}

/** Reads the accounts of a session's user once, whatever number of toolkits the session has. */
export const readConnections = async (
  accounts: Pick<Accounts, 'listOfUser'>,
  session: OpenSession,
): Promise<SessionConnections> => {
  const { project, config, toolkits } = session
  const all = await accounts.listOfUser(project, config.user_id)
  const slugs = new Set(all.map(({ account }) => account.toolkit))
  const connected = new Set(
    [...slugs].filter((slug) => accountsOfSession(session, slug, all).some(isUsable)),
  )
  return {
    listOf: async (wanted) => {
      if (all.length === mostOfUser) return accounts.listOfUser(project, config.user_id, wanted)
      return all.filter(({ account }) => wanted.includes(account.toolkit))
    },
    isReady: (slug) => {
      const toolkit = toolkits.get(slug)
      // A toolkit that only the session knows runs in its owner's process.
      return !toolkit || isNoAuth(toolkit) || connected.has(slug)
    },
  }
}
