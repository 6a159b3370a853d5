import type { Accounts } from '../../accounts/index.ts'
import { isNoAuth } from '../../catalog/index.ts'
import { listSome } from '../../platform/list-some.ts'
import { ServiceError } from '../../service-error.ts'
import type { OpenSession } from '../open-session.ts'
import { listCandidates } from '../session-accounts.ts'
import type { CustomTool } from './custom-tool.ts'
import { quote } from '../../platform/quote.ts'

/**
 * The error for a custom tool that is executed in the service, with the connection that its caller
 * should use.
 */
export const rejectCustomCall = async (
  accounts: Pick<Accounts, 'listOfUser'>,
  session: OpenSession,
  tool: CustomTool,
): Promise<ServiceError> =>
  new ServiceError(
    'invalid_request',
    `${tool.slug} is a custom tool: it runs in the process of the caller that attached it, not in this service`,
    {
      suggestedFix: [
        'Let the caller run the tool itself, by the slug that it was attached with',
        ...(await inheritedConnection(accounts, session, tool)),
      ].join('. '),
    },
  )

const inheritedConnection = async (
  accounts: Pick<Accounts, 'listOfUser'>,
  session: OpenSession,
  { toolkit: slug, extendsToolkit }: CustomTool,
): Promise<string[]> => {
  const toolkit = extendsToolkit && slug !== null ? session.toolkits.get(slug) : undefined
  if (!toolkit || slug === null) return []
  const { name } = toolkit.definition
  if (!session.policy.allowsProxy(slug))
    return [`The session lets no requests past the tools of ${quote(name)}`]
  const ids = (await listCandidates(accounts, session, slug, undefined)).map(
    ({ account }) => account.id,
  )
  const address = `POST /api/v3/tool_router/session/${session.id}/proxy_execute`
  if (ids.length === 0 && !isNoAuth(toolkit))
    return [`It inherits the connection of ${quote(name)}, which the user has not connected yet`]
  if (ids.length === 0)
    return [`Its requests to ${quote(name)} go through ${address} with {"toolkit_slug": "${slug}"}`]
  const needsChoice =
    ids.length > 1 && session.config.multi_account?.require_explicit_selection === true
  const account = needsChoice
    ? `one of its accounts (${listSome(ids)}) as "account"`
    : `"account": "${ids[0]}"`
  return [
    `It inherits the connection of ${quote(name)}: its requests go through ${address} with "toolkit_slug": "${slug}" and ${account}`,
  ]
}
