import type { SessionToolkit } from '../../contract/sessions.ts'
import type { Accounts, ChosenAccount } from '../accounts/account.ts'
import type { Catalog, Toolkit } from '../catalog/catalog.ts'
import { selectToolkits } from '../catalog/select-toolkits.ts'
import { isNoAuth } from '../catalog/view.ts'
import { parsePage, toPage } from '../platform/pagination.ts'
import { accountsOfSession, isUsable } from './session-accounts.ts'
import type { OpenSession } from './session.ts'

export type SessionToolkitQuery = {
  toolkits?: string[] | undefined
  isConnected?: boolean | undefined
  search?: string | undefined
  limit?: number | null | undefined
  cursor?: string | null | undefined
}

/** The toolkits of a session with the account that its calls would use; slugs in the query override the session's own list. */
export const listSessionToolkits = async (parts: { catalog: Catalog; accounts: Accounts }, session: OpenSession, query: SessionToolkitQuery) => {
  const request = parsePage(query)
  const candidates = query.toolkits ? await parts.catalog.listToolkits(session.project) : session.toolkits
  const selected = selectToolkits(candidates.values(), { slugs: query.toolkits, search: query.search })
  const accounts = await parts.accounts.listOfUser(session.project, session.config.user_id, selected.map(({ definition }) => definition.slug))
  const items = selected.map((toolkit) => toItem(session, toolkit, accountOf(session, toolkit, accounts)))
  const shown = query.isConnected === true ? items.filter((item) => item.connected_account?.status === 'ACTIVE') : items
  return toPage(shown.slice(request.offset, request.offset + request.limit), shown.length, request)
}

const accountOf = (session: OpenSession, { definition }: Toolkit, accounts: ChosenAccount[]): ChosenAccount | undefined => {
  const own = accountsOfSession(session, definition.slug, accounts)
  return own.find(isUsable) ?? own[0]
}

const toItem = (session: OpenSession, toolkit: Toolkit, connected: ChosenAccount | undefined): SessionToolkit => ({
  name: toolkit.definition.name,
  slug: toolkit.definition.slug,
  enabled: session.policy.allowsToolkit(toolkit.definition.slug),
  is_no_auth: isNoAuth(toolkit),
  svc_managed_auth_schemes: [],
  meta: { logo: toolkit.definition.logo ?? '', description: toolkit.definition.description },
  connected_account: connected
    ? {
        id: connected.account.id,
        user_id: connected.account.userId,
        status: connected.account.status,
        created_at: connected.account.createdAt,
        auth_config: { id: connected.authConfig.id, auth_scheme: connected.authConfig.scheme.mode, is_svc_managed: false },
      }
    : null,
})
