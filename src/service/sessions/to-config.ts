import type { SessionConfig, SessionRequest } from '../../contract/session-config.ts'
import { ServiceError } from '../service-error.ts'

const defaultOffloadThreshold = 20_000

/** What a request for a session comes to: requests say `enable` and `disable`, the configuration says `enabled` and `disabled`. */
export const toConfig = (request: SessionRequest): SessionConfig => ({
  user_id: request.user_id,
  ...(request.toolkits !== undefined && { toolkits: toRule('toolkits', request.toolkits) }),
  ...(request.auth_configs !== undefined && { auth_configs: request.auth_configs }),
  ...(request.connected_accounts !== undefined && { connected_accounts: request.connected_accounts }),
  manage_connections: toManageConnections(request.manage_connections),
  ...(request.tools !== undefined && { tools: mapValues(request.tools, toToolRule) }),
  ...(request.tags !== undefined && { tags: toLists(request.tags) }),
  workbench: {
    enable: request.workbench?.enable ?? true,
    proxy_execution_enabled: request.workbench?.enable_proxy_execution ?? request.workbench?.proxy_execution_enabled ?? true,
    auto_offload_threshold: request.workbench?.auto_offload_threshold ?? defaultOffloadThreshold,
  },
  ...(request.approvals !== undefined && { approvals: toApprovals(request.approvals) }),
  ...(request.multi_account !== undefined && { multi_account: { require_explicit_selection: request.multi_account.require_explicit_selection ?? false } }),
})

type Rule<Item> = { enable?: Item[] | undefined; disable?: Item[] | undefined; enabled?: Item[] | undefined; disabled?: Item[] | undefined }
type ToolRule = NonNullable<SessionRequest['tools']>[string]

/** Either a list of what is allowed, or one of what is not; never both. */
const toRule = <Item>(field: string, rule: Item[] | Rule<Item>): { enabled?: Item[]; disabled?: Item[] } => {
  const lists = toLists(rule)
  if (lists.enabled && lists.disabled) {
    throw new ServiceError('invalid_request', `${field} names both what is enabled and what is disabled`, { suggestedFix: 'Give one of the two lists', errors: [`body.${field}: enable and disable exclude each other`] })
  }
  return lists
}

/** Tags may have both lists: at least one of the enabled, none of the disabled (4.7). */
const toLists = <Item>(rule: Item[] | Rule<Item>): { enabled?: Item[]; disabled?: Item[] } => {
  if (Array.isArray(rule)) return { enabled: rule }
  const enabled = rule.enable ?? rule.enabled
  const disabled = rule.disable ?? rule.disabled
  return { ...(enabled && { enabled }), ...(disabled && { disabled }) }
}

const toToolRule = (rule: ToolRule, toolkit: string): NonNullable<SessionConfig['tools']>[string] => {
  const slugs = toRule(`tools.${toolkit}`, rule)
  const upperCase = (list: string[] | undefined) => list?.map((slug) => slug.toUpperCase())
  return {
    ...(slugs.enabled && { enabled: upperCase(slugs.enabled) }),
    ...(slugs.disabled && { disabled: upperCase(slugs.disabled) }),
    ...(!Array.isArray(rule) && rule.tags && { tags: toLists(rule.tags) }),
  }
}

const toManageConnections = (request: SessionRequest['manage_connections']): SessionConfig['manage_connections'] => {
  if (request === undefined || typeof request === 'boolean') return { enabled: request ?? true }
  return {
    enabled: request.enable ?? request.enabled ?? true,
    ...(request.callback_url !== undefined && { callback_url: request.callback_url }),
    enable_wait_for_connections: request.enable_wait_for_connections ?? false,
  }
}

const toApprovals = ({ tags, tools, offer_links }: NonNullable<SessionRequest['approvals']>): SessionConfig['approvals'] => ({
  ...(tags && { tags }),
  ...(tools && { tools: tools.map((slug) => slug.toUpperCase()) }),
  ...(offer_links !== undefined && { offer_links }),
})

const mapValues = <Value, Result>(record: Record<string, Value>, map: (value: Value, key: string) => Result): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
