import { z } from 'zod'
import { connectedAccountId } from '../../../contract/common.ts'
import {
  ownerSuffix,
  type Accounts,
  type ChosenAccount,
  type ConfirmConnection,
} from '../../accounts/index.ts'
import { isNoAuth } from '../../catalog/index.ts'
import { ServiceError } from '../../service-error.ts'
import type { OfferLink } from '../offer-link.ts'
import { accountsOfSession, isUsable } from '../session-accounts.ts'
import type { OpenSession } from '../session.ts'
import { metaTool } from './meta-tool.ts'
import { quote } from '../../platform/quote.ts'

type Parts = { accounts: Accounts; offerLink: OfferLink; confirmConnection: ConfirmConnection }

type Connection = {
  toolkit: string
  status: 'active' | 'initiated' | 'failed'
  message: string
} & Record<string, string>

export const manageConnections = (parts: Parts) =>
  metaTool({
    slug: 'SVC_MANAGE_CONNECTIONS',
    name: 'Manage connections',
    description:
      'Says whether the user has connected these services, and makes a link for each that is not connected. Call it when a search or a tool says that a connection is missing. Answers for each active, initiated with a redirect_url, which you give to the user to open, or failed with the reason.',
    tags: ['openWorldHint'],
    isInForce: ({ manage_connections }) => manage_connections.enabled,
    input: z.object({
      toolkits: z
        .array(z.string().min(1).max(64))
        .min(1)
        .max(20)
        .describe('Toolkit slugs as the search answered them'),
      reinitiate: z
        .boolean()
        .optional()
        .describe('A new link even where the user is connected, to connect another account'),
      confirm: z
        .object({ connected_account_id: connectedAccountId, code: z.string().min(1).max(255) })
        .optional()
        .describe('What the user typed in: the code that the page of the link showed'),
    }),
    run: async (session, { toolkits, reinitiate = false, confirm }) => {
      const refused = confirm && (await confirmInSession(parts, session, confirm))
      if (refused !== undefined) return { data: { results: [] }, error: refused }
      const slugs = [...new Set(toolkits.map((slug) => slug.toLowerCase()))]
      const accounts = await parts.accounts.listOfUser(
        session.project,
        session.config.user_id,
        slugs,
      )
      const results: Connection[] = []
      for (const slug of slugs)
        results.push(await connect(parts, session, slug, accounts, reinitiate))
      const failed = results.filter(({ status }) => status === 'failed')
      return {
        data: { results },
        error:
          failed.length === results.length ? failed.map(({ message }) => message).join('; ') : null,
      }
    },
  })

/** Why a connection's code was refused. */
const confirmInSession = async (
  { confirmConnection }: Parts,
  { project, config }: OpenSession,
  { connected_account_id: id, code }: { connected_account_id: string; code: string },
): Promise<string | undefined> => {
  try {
    await confirmConnection(project, { id, code, userId: config.user_id })
    return undefined
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return `${error.message}. Ask the user for the code that the page shows, or call this without \`confirm\` for a new link`
  }
}

const connect = async (
  { offerLink }: Parts,
  session: OpenSession,
  slug: string,
  accounts: ChosenAccount[],
  reinitiate: boolean,
): Promise<Connection> => {
  const toolkit = session.toolkits.get(slug)
  if (!toolkit)
    return { toolkit: slug, status: 'failed', message: `The session has no toolkit "${slug}"` }
  const { name } = toolkit.definition
  if (isNoAuth(toolkit))
    return { toolkit: slug, status: 'active', message: `${quote(name)} needs no connection` }
  const active = accountsOfSession(session, slug, accounts).find(isUsable)
  if (active && !reinitiate)
    return {
      toolkit: slug,
      status: 'active',
      connected_account_id: active.account.id,
      message: `${quote(name)} is connected${ownerSuffix(active.account)}`,
    }
  try {
    const link = await offerLink(session, slug, { fresh: reinitiate })
    if (!link)
      return {
        toolkit: slug,
        status: 'failed',
        message: `${quote(name)} cannot be connected here: the project has no auth config for it that makes links`,
      }
    return {
      toolkit: slug,
      status: 'initiated',
      connected_account_id: link.accountId,
      redirect_url: link.url,
      expires_at: link.expiresAt,
      message: `Ask the user to open ${link.url} to connect ${quote(name)}${link.confirmation === 'code' ? ', and to tell you the code that the page shows then; call this again with it as `confirm`' : ''}`,
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { toolkit: slug, status: 'failed', message: error.message }
  }
}
