import type {
  SessionChanges,
  SessionConfig,
  SessionRequest,
} from '../../contract/session-config.ts'
import { ServiceError } from '../service-error.ts'

export const defaultOffloadThreshold = 20_000

/**
 * Converts a request to the configuration of a session: requests use `enable` and `disable`,
 * configurations `enabled` and `disabled`.
 */
export const toConfig = ({
  user_id,
  ...request
}: Pick<SessionRequest, 'user_id'> & ConfigChanges): SessionConfig =>
  changeConfig(toDefaults(user_id), request)

/**
 * Merges the supplied settings into a configuration; null resets a setting.
 *
 * A rule is replaced as a whole, since merging parts of two rules would give a rule that the caller
 * never set.
 */
export const changeConfig = (config: SessionConfig, changes: ConfigChanges): SessionConfig => {
  const defaults = toDefaults(config.user_id)
  return {
    user_id: config.user_id,
    toolkits: change(config.toolkits, changes.toolkits, (rule) => toRule('toolkits', rule)),
    auth_configs: change(config.auth_configs, changes.auth_configs, (ids) => ids),
    connected_accounts: change(config.connected_accounts, changes.connected_accounts, (ids) => ids),
    manage_connections:
      change(config.manage_connections, changes.manage_connections, toManageConnections) ??
      defaults.manage_connections,
    tools: change(config.tools, changes.tools, (rules) => mapValues(rules, toToolRule)),
    tags: change(config.tags, changes.tags, toLists),
    workbench: change(config.workbench, changes.workbench, toWorkbench) ?? defaults.workbench,
    approvals: change(config.approvals, changes.approvals, toApprovals),
    multi_account: change(config.multi_account, changes.multi_account, toMultiAccount),
    answers: change(config.answers, changes.answers, toAnswers),
  }
}

type ConfigChanges = Omit<
  SessionChanges,
  'experimental' | 'if_config_version' | 'expires_after_days'
>

const toDefaults = (userId: string): SessionConfig => ({
  user_id: userId,
  manage_connections: { enabled: true },
  workbench: {
    enable: true,
    proxy_execution_enabled: true,
    auto_offload_threshold: defaultOffloadThreshold,
  },
})

const change = <Given, Value>(
  current: Value,
  given: Given,
  convert: (given: NonNullable<Given>, current: Value) => Value,
): Value | undefined => {
  if (given === undefined) return current
  return given === null ? undefined : convert(given as NonNullable<Given>, current)
}

type Rule<Item> = {
  enable?: Item[] | undefined
  disable?: Item[] | undefined
  enabled?: Item[] | undefined
  disabled?: Item[] | undefined
}
type ToolRule = NonNullable<SessionRequest['tools']>[string]

/** Either an allow list or a deny list, never both. */
const toRule = <Item>(
  field: string,
  rule: Item[] | Rule<Item>,
): { enabled?: Item[]; disabled?: Item[] } => {
  const lists = toLists(rule)
  if (lists.enabled && lists.disabled) {
    throw new ServiceError('invalid_request', `${field} has both an enable and a disable list`, {
      suggestedFix: 'Pass one of the two lists',
      errors: [`body.${field}: enable and disable exclude each other`],
    })
  }
  return lists
}

/** Tags may have both lists: at least one of the enabled, none of the disabled (spec 4.7). */
const toLists = <Item>(rule: Item[] | Rule<Item>): { enabled?: Item[]; disabled?: Item[] } => {
  if (Array.isArray(rule)) return { enabled: rule }
  const enabled = rule.enable ?? rule.enabled
  const disabled = rule.disable ?? rule.disabled
  return { ...(enabled && { enabled }), ...(disabled && { disabled }) }
}

const toToolRule = (
  rule: ToolRule,
  toolkit: string,
): NonNullable<SessionConfig['tools']>[string] => {
  const slugs = toRule(`tools.${toolkit}`, rule)
  const upperCase = (list: string[] | undefined) => list?.map((slug) => slug.toUpperCase())
  return {
    ...(slugs.enabled && { enabled: upperCase(slugs.enabled) }),
    ...(slugs.disabled && { disabled: upperCase(slugs.disabled) }),
    ...(!Array.isArray(rule) && rule.tags && { tags: toLists(rule.tags) }),
  }
}

type Given<Field extends keyof ConfigChanges> = NonNullable<ConfigChanges[Field]>

const toManageConnections = (
  given: Given<'manage_connections'>,
  current: SessionConfig['manage_connections'],
): SessionConfig['manage_connections'] => {
  if (typeof given === 'boolean') return { ...current, enabled: given }
  const { confirmation = current.confirmation } = given
  const { confirmation: _former, ...others } = current
  return {
    ...others,
    enabled: given.enable ?? given.enabled ?? current.enabled,
    ...(given.callback_url !== undefined && { callback_url: given.callback_url }),
    enable_wait_for_connections:
      given.enable_wait_for_connections ?? current.enable_wait_for_connections ?? false,
    ...(confirmation !== null && confirmation !== undefined && { confirmation }),
  }
}

const toWorkbench = (
  given: Given<'workbench'>,
  current: SessionConfig['workbench'],
): SessionConfig['workbench'] => ({
  enable: given.enable ?? current.enable,
  proxy_execution_enabled:
    given.enable_proxy_execution ??
    given.proxy_execution_enabled ??
    current.proxy_execution_enabled,
  auto_offload_threshold: given.auto_offload_threshold ?? current.auto_offload_threshold,
})

const toApprovals = (
  { tags, tools, offer_links, proof }: Given<'approvals'>,
  current: SessionConfig['approvals'],
): SessionConfig['approvals'] => ({
  ...current,
  ...(tags && { tags }),
  ...(tools && { tools: tools.map((slug) => slug.toUpperCase()) }),
  ...(offer_links !== undefined && { offer_links }),
  ...(proof !== undefined && { proof }),
})

const toMultiAccount = (
  given: Given<'multi_account'>,
  current: SessionConfig['multi_account'],
): SessionConfig['multi_account'] => ({
  require_explicit_selection:
    given.require_explicit_selection ?? current?.require_explicit_selection ?? false,
})

const toAnswers = (
  { paging, select, offload }: Given<'answers'>,
  current: SessionConfig['answers'],
): SessionConfig['answers'] => ({
  paging: paging ?? current?.paging ?? true,
  select: select ?? current?.select ?? false,
  offload: offload ?? current?.offload ?? true,
})

const mapValues = <Value, Result>(
  record: Record<string, Value>,
  map: (value: Value, key: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
