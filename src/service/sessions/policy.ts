import type { SessionConfig } from '../../contract/session-config.ts'
import { toSlugPrefix } from '../catalog/index.ts'

/** What a session may see and do. Every entry point uses this policy. */
export type Policy = {
  /** Equal for sessions with the same exclusions. */
  key: string
  allowsToolkit(slug: string): boolean
  /** The allowed toolkits; absent if there is no allow list. */
  onlyToolkits?: readonly string[] | undefined
  allowsTool(tool: PolicyTool): boolean
  /** Whether some tools of an allowed toolkit may be excluded. */
  judgesTools(toolkit: string): boolean
  /** Whether each call of the tool needs approval. */
  requiresApproval(tool: PolicyTool): boolean
  /**
   * Whether proxied requests to the toolkit's API are allowed: not if they would bypass a rule, nor
   * if they are disabled.
   */
  allowsProxy(toolkit: string): boolean
}

type PolicyTool = { slug: string; toolkit: string; tags: readonly string[] }

/**
 * Reads the rules of a session's configuration (spec 4.7).
 *
 * Precedence: the toolkit's list of tools, the toolkit's tags, the session's tags. Custom tools
 * come from the session's owner, so they are allowed.
 */
export const toPolicy = (
  config: SessionConfig,
  customTools: ReadonlyMap<string, unknown> = new Map(),
): Policy => {
  const allowsToolkit = toCheck(config.toolkits)
  const rules = new Map(
    Object.entries(config.tools ?? {}).map(([toolkit, rule]) => [
      toolkit,
      toToolCheck(rule, config.tags),
    ]),
  )
  const approvals = {
    tools: new Set(config.approvals?.tools),
    tags: new Set<string>(config.approvals?.tags),
  }
  const asksFirst = (toolkit: string) =>
    approvals.tags.size > 0 ||
    [...approvals.tools].some((slug) => slug.startsWith(`${toSlugPrefix(toolkit)}_`))
  return {
    key: JSON.stringify([config.toolkits, config.tools, config.tags]),
    allowsToolkit,
    onlyToolkits: config.toolkits?.enabled && [...new Set(config.toolkits.enabled)].toSorted(),
    allowsTool: (tool) => {
      if (customTools.has(tool.slug)) return true
      const allows = rules.get(tool.toolkit)
      return (
        allowsToolkit(tool.toolkit) && (allows ? allows(tool) : hasTags(config.tags, tool.tags))
      )
    },
    judgesTools: (toolkit) => config.tags !== undefined || rules.has(toolkit),
    requiresApproval: ({ slug, tags }) =>
      approvals.tools.has(slug) || tags.some((tag) => approvals.tags.has(tag)),
    // A slug that only looks like one of the toolkit's tools blocks proxied requests too, to be on
    // the safe side.
    allowsProxy: (toolkit) =>
      config.workbench.proxy_execution_enabled &&
      allowsToolkit(toolkit) &&
      !rules.has(toolkit) &&
      config.tags === undefined &&
      !asksFirst(toolkit),
  }
}

type Rule = { enabled?: readonly string[] | undefined; disabled?: readonly string[] | undefined }
type ToolRule = NonNullable<SessionConfig['tools']>[string]

const toToolCheck = (
  rule: ToolRule,
  globalTags: Rule | undefined,
): ((tool: PolicyTool) => boolean) => {
  const isListed = toCheck(rule)
  return ({ slug, tags }) =>
    isListed(slug) && (rule.enabled !== undefined || hasTags(rule.tags ?? globalTags, tags))
}

const toCheck = ({ enabled, disabled }: Rule = {}): ((item: string) => boolean) => {
  const allowed = enabled && new Set(enabled)
  const refused = new Set(disabled)
  return (item) => (allowed ? allowed.has(item) : !refused.has(item))
}

const hasTags = (rule: Rule | undefined, tags: readonly string[]): boolean =>
  !rule ||
  ((!rule.enabled || rule.enabled.some((tag) => tags.includes(tag))) &&
    !rule.disabled?.some((tag) => tags.includes(tag)))
