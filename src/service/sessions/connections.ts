import type { LinkConfirmation } from '../../contract/connected-accounts.ts'
import type { Accounts, ChosenAccount, Links, LinkSession } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import { isNoAuth, type Toolkit } from '../catalog/index.ts'
import { explainNamed, toAccountTarget, type ProxyTarget } from '../execution/index.ts'
import type { Clock } from '../platform/clock.ts'
import { listSome } from '../platform/list-some.ts'
import { ServiceError } from '../service-error.ts'
import { chooseAuthConfig, isBound, renewBound } from './offer-link.ts'
import type { OpenSession } from './open-session.ts'
import { listCandidates, selectAccounts } from './session-accounts.ts'
import { quote } from '../platform/quote.ts'

/**
 * Returns the toolkit in the session's version; throws for one that the session does not know (404)
 * or excludes (403).
 */
const toolkitOfSession = (session: OpenSession, slug: string): Toolkit => {
  const toolkit = session.toolkits.get(slug)
  if (toolkit) return toolkit
  if (!session.everyToolkit.has(slug))
    throw new ServiceError('not_found', `The session has no toolkit "${slug}"`, {
      suggestedFix: `GET /api/v3/tool_router/session/${session.id}/toolkits lists its toolkits; a toolkit that was imported later needs a new session`,
    })
  throw new ServiceError('forbidden', `The rules of this session exclude the toolkit "${slug}"`, {
    suggestedFix: 'Create a session that allows this toolkit',
  })
}

/** Creates a link for the session's user to connect a toolkit. */
export const linkInSession = async (
  parts: { accounts: Accounts; authConfigs: AuthConfigs; links: Links; clock: Clock },
  session: OpenSession,
  request: {
    toolkit: string
    callbackUrl: string | undefined
    confirmation: LinkConfirmation | undefined
  },
): Promise<LinkSession> => {
  const toolkit = toolkitOfSession(session, request.toolkit)
  if (isNoAuth(toolkit))
    throw new ServiceError(
      'unprocessable',
      `The toolkit "${request.toolkit}" needs no connection: calls are sent without credentials`,
      {
        suggestedFix: `Use its tools without a connection; if its API wants credentials, import it again with \`auth\` (plugboard toolkits import … --slug ${request.toolkit} --auth BEARER_TOKEN)`,
      },
    )
  const own = session.config.manage_connections
  const way = {
    callbackUrl: request.callbackUrl ?? own.callback_url,
    confirmation: request.confirmation ?? own.confirmation,
  }
  if (isBound(session, request.toolkit)) {
    const link = await renewBound(parts, session, request.toolkit, way)
    if (link) return link
    throw new ServiceError(
      'unprocessable',
      `The session only uses certain accounts of "${request.toolkit}", and none of them is waiting to be connected`,
      { suggestedFix: 'Create a session whose `connected_accounts` omit this toolkit' },
    )
  }
  const authConfig = await chooseAuthConfig(parts, session, request.toolkit)
  if (!authConfig) {
    throw new ServiceError(
      'unprocessable',
      `The toolkit "${request.toolkit}" has no auth config under which sessions may connect accounts`,
      {
        suggestedFix: `Create one with POST /api/v3/auth_configs and {"toolkit": {"slug": "${request.toolkit}"}}`,
      },
    )
  }
  return parts.links.create(session.project, authConfig, { userId: session.config.user_id, ...way })
}

/** The account with which the session sends proxied requests to a toolkit's API. */
export const proxyTargetOf = async (
  parts: { accounts: Accounts },
  session: OpenSession,
  slug: string,
  account: string | undefined,
): Promise<ProxyTarget> => {
  const toolkit = toolkitOfSession(session, slug)
  if (!session.policy.allowsProxy(slug)) {
    const why = session.config.workbench.proxy_execution_enabled
      ? `The session restricts what may be done with "${slug}", so requests that bypass its tools are not allowed`
      : 'This session disables proxy execution'
    throw new ServiceError('forbidden', why, {
      suggestedFix: `Execute a tool of "${slug}" instead`,
    })
  }
  const chosen = await chooseAccount(parts.accounts, session, toolkit, account)
  return chosen
    ? toAccountTarget(toolkit, chosen)
    : { toolkit, userId: session.config.user_id, accountId: null }
}

const chooseAccount = async (
  accounts: Accounts,
  session: OpenSession,
  toolkit: Toolkit,
  account: string | undefined,
): Promise<ChosenAccount | undefined> => {
  const { slug, name } = toolkit.definition
  const candidates = await listCandidates(accounts, session, slug, account)
  const [first, second] = candidates
  if (!first && isNoAuth(toolkit)) return undefined
  const { accountIds: ids } = selectAccounts(session, slug, account)
  if (!first && ids) {
    const { text, suggestedFix, isUnknown } = await explainNamed(accounts, session.project, {
      ids,
      userId: session.config.user_id,
      toolkit: slug,
      forSession: true,
    })
    throw new ServiceError(isUnknown ? 'not_found' : 'unprocessable', text, { suggestedFix })
  }
  if (!first)
    throw new ServiceError(
      'not_found',
      `The user "${session.config.user_id}" has no active connection to ${quote(name)} (toolkit "${slug}")`,
      { suggestedFix: `Connect one with POST /api/v3/tool_router/session/${session.id}/link` },
    )
  if (second && account === undefined && session.config.multi_account?.require_explicit_selection) {
    throw new ServiceError(
      'invalid_request',
      `The user has several connected accounts of ${quote(name)}: ${listSome(candidates.map((each) => each.account.id))}`,
      { suggestedFix: 'Pass one of them as `account`' },
    )
  }
  return first
}
