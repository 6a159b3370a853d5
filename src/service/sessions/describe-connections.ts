import type { SearchResponse } from '../../contract/session-search.ts'
import { ownerSuffix, type ChosenAccount } from '../accounts/index.ts'
import { isNoAuth } from '../catalog/index.ts'
import type { OpenSession } from './open-session.ts'
import { accountsOfSession, isUsable } from './session-accounts.ts'
import type { SessionConnections } from './session-connections.ts'
import { quote } from '../platform/quote.ts'

type Status = SearchResponse['toolkit_connection_statuses'][number]

/**
 * Whether the session's user has connected these toolkits; omits toolkits that the session does not
 * have.
 */
export const describeConnections = async (
  { listOf }: Pick<SessionConnections, 'listOf'>,
  session: OpenSession,
  slugs: string[],
): Promise<Status[]> => {
  const needing = slugs.filter((slug) => {
    const toolkit = session.toolkits.get(slug)
    return toolkit && !isNoAuth(toolkit)
  })
  const connected = needing.length > 0 ? await listOf(needing) : []
  return slugs.flatMap((slug): Status[] => {
    const toolkit = session.toolkits.get(slug)
    if (!toolkit) return []
    const { name, description } = toolkit.definition
    const status = { toolkit: slug, description: description || name }
    if (isNoAuth(toolkit))
      return [
        {
          ...status,
          has_active_connection: true,
          status_message: `${quote(name)} needs no connection`,
        },
      ]
    const usable = accountsOfSession(session, slug, connected).filter(isUsable)
    const [first] = usable
    if (!first)
      return [
        {
          ...status,
          has_active_connection: false,
          status_message: `The user has not connected ${quote(name)}; connect an account before using its tools`,
        },
      ]
    if (usable.length === 1 || !session.config.multi_account?.require_explicit_selection) {
      return [
        {
          ...status,
          has_active_connection: true,
          connection_details: toDetails(first),
          ...(first.account.identity && { current_user_info: first.account.identity }),
          status_message: `${quote(name)} is connected${ownerSuffix(first.account)}`,
        },
      ]
    }
    return [
      {
        ...status,
        has_active_connection: true,
        connection_details: { connected_accounts: usable.map(toDetails) },
        status_message: `${quote(name)} is connected with ${usable.length} accounts: ask which one is meant and name it as \`account\` in each call`,
      },
    ]
  })
}

const toDetails = ({ account, authConfig }: ChosenAccount) => ({
  connected_account_id: account.id,
  status: account.status,
  auth_scheme: authConfig.scheme.mode,
  ...(account.identity && { identity: account.identity }),
})
