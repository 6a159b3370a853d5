import type { SessionToolkit } from '../../contract/sessions.ts'
import type { Accounts, ChosenAccount } from '../accounts/account.ts'
import type { Toolkit } from '../catalog/catalog.ts'
import { selectToolkits } from '../catalog/select-toolkits.ts'
import { isNoAuth } from '../catalog/view.ts'
import { parsePage, toPage } from '../platform/pagination.ts'
import type { OpenSession } from './open-session.ts'
import { accountsOfSession, isUsable } from './session-accounts.ts'

export type SessionToolkitQuery = {
  toolkits?: string[] | undefined
  isConnected?: boolean | undefined
  search?: string | undefined
  limit?: number | null | undefined
  cursor?: string | null | undefined
}

type ListParts = {
  accounts: Accounts
  /** The toolkit's schemes for which the operator has an OAuth application. */
  managedSchemes: (toolkit: Toolkit) => string[]
}

/** The toolkits of a session with the account that its calls would use; slugs in the query override the session's own list. */
export const listSessionToolkits = async (parts: ListParts, session: OpenSession, query: SessionToolkitQuery) => {
  const request = parsePage(query)
  const candidates = query.toolkits ? session.everyToolkit : session.toolkits
  const selected = selectToolkits(candidates.values(), { slugs: query.toolkits, search: query.search })
  const accounts = await parts.accounts.listOfUser(session.project, session.config.user_id, selected.map(({ definition }) => definition.slug))
  const items = selected.map((toolkit) => ({ toolkit, connected: accountOf(session, toolkit, accounts) }))
  const shown = query.isConnected === true ? items.filter(({ connected }) => connected && isUsable(connected)) : items
  const page = shown.slice(request.offset, request.offset + request.limit)
  return toPage(page.map(({ toolkit, connected }) => toItem(parts, session, toolkit, connected)), shown.length, request)
}

const accountOf = (session: OpenSession, { definition }: Toolkit, accounts: ChosenAccount[]): ChosenAccount | undefined => {
  const own = accountsOfSession(session, definition.slug, accounts)
  return own.find(isUsable) ?? own[0]
}

const toItem = ({ managedSchemes }: ListParts, session: OpenSession, toolkit: Toolkit, connected: ChosenAccount | undefined): SessionToolkit => ({
  name: toolkit.definition.name,
  slug: toolkit.definition.slug,
  enabled: session.toolkits.has(toolkit.definition.slug),
  is_no_auth: isNoAuth(toolkit),
  svc_managed_auth_schemes: managedSchemes(toolkit),
  meta: { logo: toolkit.definition.logo ?? '', description: toolkit.definition.description },
  connected_account: connected
    ? {
        id: connected.account.id,
        user_id: connected.account.userId,
        status: connected.account.status,
        created_at: connected.account.createdAt,
        auth_config: { id: connected.authConfig.id, auth_scheme: connected.authConfig.scheme.mode, is_svc_managed: connected.authConfig.isManaged },
      }
    : null,
})
