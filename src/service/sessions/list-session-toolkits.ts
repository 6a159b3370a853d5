import type { SessionToolkit } from '../../contract/sessions.ts'
import { toOwnerFields, type Accounts, type ChosenAccount } from '../accounts/index.ts'
import {
  searchToolkits,
  selectToolkits,
  isNoAuth,
  type Toolkit,
  type RankToolkits,
} from '../catalog/index.ts'
import { parsePage, toPage } from '../platform/pagination.ts'
import type { OpenSession } from './open-session.ts'
import { accountsOfSession, isUsable } from './session-accounts.ts'

type SessionToolkitQuery = {
  toolkits?: string[] | undefined
  isConnected?: boolean | undefined
  search?: string | undefined
  limit?: number | null | undefined
  cursor?: string | null | undefined
}

type ListParts = {
  accounts: Accounts
  /** The toolkit's schemes for which the operator provides an OAuth application. */
  managedSchemes: (toolkit: Toolkit) => string[]
  rankToolkits: RankToolkits
}

/**
 * Lists the toolkits of a session with the account that its calls would use; slugs in the query
 * override the session's list.
 */
export const listSessionToolkits = async (
  parts: ListParts,
  session: OpenSession,
  query: SessionToolkitQuery,
) => {
  const request = parsePage(query)
  const candidates = query.toolkits ? session.everyToolkit : session.toolkits
  const named = selectToolkits(candidates.values(), { slugs: query.toolkits })
  const selected = query.search
    ? await searchToolkits(parts.rankToolkits, session.project, named, query.search)
    : named
  // Only the filter by connection needs the accounts of toolkits outside the page.
  const wanted =
    query.isConnected === true ? await withAccounts(parts, session, selected) : undefined
  const shown =
    wanted?.filter(({ connected }) => connected && isUsable(connected)) ??
    selected.map((toolkit) => ({ toolkit, connected: undefined }))
  const page = shown.slice(request.offset, request.offset + request.limit)
  const items = wanted
    ? page
    : await withAccounts(
        parts,
        session,
        page.map(({ toolkit }) => toolkit),
      )
  return toPage(
    items.map(({ toolkit, connected }) => toItem(parts, session, toolkit, connected)),
    shown.length,
    request,
  )
}

type Listed = { toolkit: Toolkit; connected: ChosenAccount | undefined }

const withAccounts = async (
  { accounts }: ListParts,
  session: OpenSession,
  toolkits: Toolkit[],
): Promise<Listed[]> => {
  const own = await accounts.listOfUser(
    session.project,
    session.config.user_id,
    toolkits.map(({ definition }) => definition.slug),
  )
  return toolkits.map((toolkit) => ({ toolkit, connected: accountOf(session, toolkit, own) }))
}

const accountOf = (
  session: OpenSession,
  { definition }: Toolkit,
  accounts: ChosenAccount[],
): ChosenAccount | undefined => {
  const own = accountsOfSession(session, definition.slug, accounts)
  return own.find(isUsable) ?? own[0]
}

const toItem = (
  { managedSchemes }: ListParts,
  session: OpenSession,
  toolkit: Toolkit,
  connected: ChosenAccount | undefined,
): SessionToolkit => ({
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
        ...toOwnerFields(connected.account),
        created_at: connected.account.createdAt,
        auth_config: {
          id: connected.authConfig.id,
          auth_scheme: connected.authConfig.scheme.mode,
          is_svc_managed: connected.authConfig.isManaged,
        },
      }
    : null,
})
