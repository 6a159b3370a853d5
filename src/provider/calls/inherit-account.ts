import { callService } from './call-service.ts'
import type { SessionCall } from '../session/session-operations.ts'
import type { SessionParts } from '../session-tools/session-parts.ts'
import { failedResult, type ToolResult } from '../tools/tool-result.ts'
import type { CustomToolAccount } from '../custom-tools/custom-tool.ts'

type Inherited = { account?: CustomToolAccount | undefined } | { failure: ToolResult }

/**
 * Returns the user's account of the toolkit that a custom tool extends, or the error for the model
 * if there is none.
 */
export const inheritAccount = async (
  parts: SessionParts,
  toolkit: string,
  call: SessionCall,
): Promise<Inherited> => {
  const { signal } = call.options
  const item = (await parts.session.toolkits({ toolkits: [toolkit], limit: 1 }, { signal }))
    .items[0]
  if (item?.is_no_auth) return {}
  if (call.account !== undefined) return namedAccount(parts, toolkit, call, call.account)
  const connected = item?.connected_account
  if (connected?.status !== 'ACTIVE')
    return { failure: await askForConnection(parts, toolkit, call) }
  const several = parts.core.record.config.multi_account?.require_explicit_selection
    ? await listActive(parts, toolkit, call)
    : []
  if (several.length > 1)
    return {
      failure: refused(
        `The user has ${several.length} connected accounts of "${toolkit}": ${several.join(', ')}. Ask which one is meant and call ${call.slug} again with it as \`account\``,
      ),
    }
  return { account: { id: connected.id, user_id: connected.user_id, status: connected.status } }
}

const namedAccount = async (
  { core, session }: SessionParts,
  toolkit: string,
  { slug, options }: SessionCall,
  id: string,
): Promise<Inherited> => {
  const {
    user_id,
    status,
    is_disabled,
    toolkit: owner,
  } = await core.client.connectedAccounts.get(
    { params: { nanoid: id } },
    { signal: options.signal },
  )
  const isUsable =
    user_id === session.userId &&
    owner.slug === toolkit.toLowerCase() &&
    status === 'ACTIVE' &&
    !is_disabled
  return isUsable
    ? { account: { id, user_id, status } }
    : {
        failure: refused(
          `The user has no active connected account "${id}" of "${toolkit}", so ${slug} was not run`,
        ),
      }
}

/** Lists the accounts that the session would choose from. */
const listActive = async (
  { core, session }: SessionParts,
  toolkit: string,
  { options }: SessionCall,
): Promise<string[]> => {
  const slug = toolkit.toLowerCase()
  const authConfig = core.record.config.auth_configs?.[slug]
  const bound = core.record.config.connected_accounts?.[slug]
  const query = {
    user_ids: [session.userId],
    toolkit_slugs: [slug],
    statuses: ['ACTIVE' as const],
    ...(bound !== undefined
      ? { connected_account_ids: [bound].flat() }
      : authConfig !== undefined && { auth_config_ids: [authConfig] }),
  }
  const { items } = await core.client.connectedAccounts.list({ query }, { signal: options.signal })
  return items
    .filter(({ is_disabled, auth_config }) => !is_disabled && !auth_config.is_disabled)
    .map(({ id }) => id)
}

const askForConnection = async (
  parts: SessionParts,
  toolkit: string,
  { slug, options }: SessionCall,
): Promise<ToolResult> => {
  const missing = `The user has no active connection to "${toolkit}", so ${slug} was not run`
  if (!parts.core.record.tool_router_tools.includes('SVC_MANAGE_CONNECTIONS'))
    return refused(`${missing}. Ask the user to connect it`)
  const { data } = await callService(parts, {
    slug: 'SVC_MANAGE_CONNECTIONS',
    arguments: { toolkits: [toolkit] },
    options: { signal: options.signal },
  })
  const [link] = (data['results'] ?? []) as { redirect_url?: string }[]
  if (!link?.redirect_url) return refused(missing)
  return {
    ...refused(
      `${missing}. Ask the user to open ${link.redirect_url} and call it again when that is done`,
    ),
    data: { toolkit, redirect_url: link.redirect_url },
  }
}

const refused = (message: string): ToolResult => failedResult(new Error(message))
