import type { SessionRequest } from '../../../../src/contract/session-config.ts'
import { metaToolsOf, type Expected } from './expect-same-verdict.ts'
import {
  openToolkits,
  toolkitSlugs,
  tools,
  toolSlugs,
  type ToolkitSlug,
  type ToolSlug,
  type World,
} from './start-world.ts'
import type { Verdict } from './tool-doors.ts'

type Lists = {
  enable?: readonly string[] | undefined
  enabled?: readonly string[] | undefined
  disable?: readonly string[] | undefined
  disabled?: readonly string[] | undefined
}

/**
 * What a request for a session means by the specification (spec 4.7), written without a look at the
 * service.
 */
export const referenceOf = (request: SessionRequest, ids: World['ids']): Expected => {
  const toolkits = toolkitSlugs.filter((toolkit) => isAllowed(request.toolkits, toolkit))
  const custom = request.experimental?.custom_tools ?? []
  return {
    tools: {
      ...Object.fromEntries(toolSlugs.map((slug) => [slug, verdictOn(request, ids, slug)])),
      ...Object.fromEntries(
        custom.map(({ slug, extends_toolkit: toolkit }) => [
          toolkit ? `LOCAL_${toolkit.toUpperCase().replace('-', '_')}_${slug}` : `LOCAL_${slug}`,
          'custom' as const,
        ]),
      ),
    },
    toolkits,
    proxies: toolkits.filter((toolkit) => isOpenToRequests(request, toolkit)),
    metaTools: metaToolsOf(request),
  }
}

const verdictOn = (request: SessionRequest, ids: World['ids'], slug: ToolSlug): Verdict => {
  const { toolkit, tags } = tools[slug]
  if (!isAllowed(request.toolkits, toolkit) || !isToolAllowed(request, slug)) return 'excluded'
  const accounts = countAccounts(request, ids, toolkit)
  if (accounts === 0) return 'unconnected'
  if (accounts > 1 && request.multi_account?.require_explicit_selection) return 'choose'
  const asks =
    request.approvals?.tools?.some((named) => named.toUpperCase() === slug) ||
    request.approvals?.tags?.some((tag) => (tags as readonly string[]).includes(tag))
  return asks ? 'asks' : 'runs'
}

/**
 * The toolkit's list of tools; else its tags; else the tags of all. What is disabled is so whatever
 * the tags are.
 */
const isToolAllowed = (request: SessionRequest, slug: ToolSlug): boolean => {
  const { toolkit, tags } = tools[slug]
  const rule = request.tools?.[toolkit]
  const inUpperCase = (list: readonly string[] | undefined) =>
    list?.map((named) => named.toUpperCase())
  const lists: Lists = Array.isArray(rule) ? { enable: rule } : (rule ?? {})
  const enabled = inUpperCase(lists.enable ?? lists.enabled)
  if (enabled) return enabled.includes(slug)
  if (inUpperCase(lists.disable ?? lists.disabled)?.includes(slug)) return false
  const own = rule && !Array.isArray(rule) ? rule.tags : undefined
  return fitsTags(own ?? request.tags, tags)
}

const fitsTags = (
  rule: readonly string[] | Lists | undefined,
  tags: readonly string[],
): boolean => {
  const lists: Lists = isList(rule) ? { enable: rule } : (rule ?? {})
  const wanted = lists.enable ?? lists.enabled
  const unwanted = lists.disable ?? lists.disabled ?? []
  return (
    (wanted === undefined || tags.some((tag) => wanted.includes(tag))) &&
    !tags.some((tag) => unwanted.includes(tag))
  )
}

const isAllowed = (rule: readonly string[] | Lists | undefined, item: string): boolean => {
  if (rule === undefined) return true
  if (isList(rule)) return rule.includes(item)
  const enabled = rule.enable ?? rule.enabled
  return enabled ? enabled.includes(item) : !(rule.disable ?? rule.disabled ?? []).includes(item)
}

const isList = (rule: readonly string[] | Lists | undefined): rule is readonly string[] =>
  Array.isArray(rule)

/** One where the toolkit needs none. */
const countAccounts = (
  request: SessionRequest,
  ids: World['ids'],
  toolkit: ToolkitSlug,
): number => {
  if (openToolkits.includes(toolkit)) return 1
  if (request.user_id !== 'ada') return 0
  if (toolkit === 'notes') return request.auth_configs?.['notes'] === ids.emptyConfig ? 0 : 1
  if (toolkit !== 'vault') return 0
  const named = request.connected_accounts?.['vault']
  if (named !== undefined) return [named].flat().length
  return request.auth_configs?.['vault'] === ids.disabledConfig ? 0 : 2
}

/** Not where a rule for tools, tags or approvals could be gone round. */
const isOpenToRequests = (
  { workbench, tools: rules, tags, approvals }: SessionRequest,
  toolkit: ToolkitSlug,
): boolean => {
  const isSwitchedOn =
    (workbench?.enable_proxy_execution ?? workbench?.proxy_execution_enabled) !== false
  const begin = `${toolkit.toUpperCase().replace('-', '_')}_`
  const asks =
    (approvals?.tags?.length ?? 0) > 0 ||
    approvals?.tools?.some((slug) => slug.toUpperCase().startsWith(begin))
  return isSwitchedOn && rules?.[toolkit] === undefined && tags === undefined && !asks
}
