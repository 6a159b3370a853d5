import {
  canStillConnect,
  isLinkable,
  type Accounts,
  type Links,
  type LinkSession,
  type LinkRequest,
} from '../accounts/index.ts'
import type { AuthConfig, AuthConfigs } from '../auth-configs/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { OpenSession } from './open-session.ts'
import { ownEntry } from './own-entry.ts'
import { accountsOfSession } from './session-accounts.ts'

/**
 * Creates a link for a session's user to connect a toolkit; `undefined` if the toolkit has no
 * usable auth config.
 */
export type OfferLink = (
  session: OpenSession,
  toolkit: string,
  options?: { fresh?: boolean },
) => Promise<LinkSession | undefined>

type Parts = { accounts: Accounts; authConfigs: AuthConfigs; links: Links; clock: Clock }

/** Reuses a valid link unless a fresh one is requested. */
export const createOfferLink =
  (parts: Parts): OfferLink =>
  async (session, toolkit, { fresh = false } = {}) => {
    const { project, config } = session
    const { callback_url: callbackUrl, confirmation } = config.manage_connections
    if (isBound(session, toolkit))
      return renewBound(parts, session, toolkit, { callbackUrl, confirmation })
    const authConfig = await chooseAuthConfig(parts, session, toolkit)
    if (!authConfig) return undefined
    const request = { userId: config.user_id, callbackUrl, confirmation }
    return fresh
      ? parts.links.create(project, authConfig, request)
      : parts.links.offer(project, authConfig, request)
  }

/** Whether the session names the accounts of a toolkit, so that a new one would not be used. */
export const isBound = ({ config }: OpenSession, toolkit: string): boolean =>
  ownEntry(config.connected_accounts, toolkit) !== undefined

/** A link for the first of the session's accounts that waits for its user. */
export const renewBound = async (
  { accounts, links }: Pick<Parts, 'accounts' | 'links'>,
  session: OpenSession,
  toolkit: string,
  way: Pick<LinkRequest, 'callbackUrl' | 'confirmation'>,
): Promise<LinkSession | undefined> => {
  const own = accountsOfSession(
    session,
    toolkit,
    await accounts.listOfUser(session.project, session.config.user_id, [toolkit]),
  )
  const bound = own.find(
    ({ account, authConfig }) => canStillConnect(account.status) && canConnect(authConfig),
  )
  return bound && links.renew(session.project, bound.account, bound.authConfig, way)
}

/**
 * The session's auth config, otherwise the newest that sessions may use: one under which a user can
 * be connected now, if there is any.
 */
export const chooseAuthConfig = async (
  { authConfigs, clock }: Pick<Parts, 'authConfigs' | 'clock'>,
  { project, config }: OpenSession,
  toolkit: string,
): Promise<AuthConfig | undefined> => {
  const own = ownEntry(config.auth_configs, toolkit)
  const candidates = (
    own === undefined
      ? await authConfigs.listEnabled(project, [toolkit])
      : [...(await authConfigs.find(project, [own])).values()]
  ).filter(canConnect)
  const now = clock.now()
  return candidates.find((candidate) => isLinkable(candidate, now)) ?? candidates[0]
}

const canConnect = ({ status, settings }: AuthConfig): boolean =>
  status === 'ENABLED' && settings.isEnabledForToolRouter
