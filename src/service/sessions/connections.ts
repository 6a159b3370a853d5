import type { Accounts, ChosenAccount } from '../accounts/account.ts'
import type { Links, LinkSession } from '../accounts/link.ts'
import type { AuthConfigs } from '../auth-configs/auth-config.ts'
import type { Catalog, Toolkit } from '../catalog/catalog.ts'
import { isNoAuth } from '../catalog/view.ts'
import { toAccountTarget } from '../execution/proxy/choose-target.ts'
import type { ProxyTarget } from '../execution/proxy/proxy-target.ts'
import { ServiceError } from '../service-error.ts'
import { chooseAuthConfig } from './offer-link.ts'
import { listCandidates } from './session-accounts.ts'
import type { OpenSession } from './session.ts'

/** The toolkit, in the session's version; refuses one that does not exist (404) and one that the session excludes (403). */
export const toolkitOfSession = async (catalog: Catalog, session: OpenSession, slug: string): Promise<Toolkit> => {
  const toolkit = session.toolkits.get(slug)
  if (toolkit) return toolkit
  await catalog.getToolkit(session.project, slug)
  throw new ServiceError('forbidden', `The rules of this session exclude the toolkit "${slug}"`, { suggestedFix: 'Create a session that allows this toolkit' })
}

/** A link by which the session's user connects a toolkit. */
export const linkInSession = async (
  parts: { authConfigs: AuthConfigs; catalog: Catalog; links: Links },
  session: OpenSession,
  request: { toolkit: string; callbackUrl: string | undefined },
): Promise<LinkSession> => {
  const toolkit = await toolkitOfSession(parts.catalog, session, request.toolkit)
  const authConfig = await chooseAuthConfig(parts.authConfigs, session, toolkit.definition.slug)
  if (!authConfig) {
    throw new ServiceError('unprocessable', `The toolkit "${request.toolkit}" has no auth config under which sessions may connect accounts`, { suggestedFix: `Create one with POST /api/v3/auth_configs and {"toolkit": {"slug": "${request.toolkit}"}}` })
  }
  return parts.links.create(session.project, authConfig, { userId: session.config.user_id, callbackUrl: request.callbackUrl ?? session.config.manage_connections.callback_url })
}

/** As whom the session sends requests past the tools of a toolkit. */
export const proxyTargetOf = async (parts: { accounts: Accounts; catalog: Catalog }, session: OpenSession, slug: string, account: string | undefined): Promise<ProxyTarget> => {
  const toolkit = await toolkitOfSession(parts.catalog, session, slug)
  if (!session.config.workbench.proxy_execution_enabled) {
    throw new ServiceError('forbidden', 'This session switches proxy execution off', { suggestedFix: `Execute a tool of "${slug}" instead` })
  }
  if (!session.policy.allowsProxy(slug)) {
    throw new ServiceError('forbidden', `The session limits what may be done with "${slug}", so no requests go past its tools`, { suggestedFix: `Execute a tool of "${slug}" instead` })
  }
  const chosen = await chooseAccount(parts.accounts, session, toolkit, account)
  return chosen ? toAccountTarget(toolkit, chosen) : { toolkit, userId: session.config.user_id, accountId: null }
}

const chooseAccount = async (accounts: Accounts, session: OpenSession, toolkit: Toolkit, account: string | undefined): Promise<ChosenAccount | undefined> => {
  const { slug, name } = toolkit.definition
  const candidates = await listCandidates(accounts, session, slug, account)
  const [first, second] = candidates
  if (!first && isNoAuth(toolkit)) return undefined
  if (!first) throw new ServiceError('not_found', `The user "${session.config.user_id}" has no active connection to ${name} (toolkit "${slug}")`, { suggestedFix: `Connect one with POST /api/v3/tool_router/session/${session.id}/link` })
  if (second && account === undefined && session.config.multi_account?.require_explicit_selection) {
    throw new ServiceError('invalid_request', `The user has several connected accounts of ${name}: ${candidates.map((each) => each.account.id).join(', ')}`, { suggestedFix: 'Name one of them as `account`' })
  }
  return first
}
