import type { SessionConfig } from '../../contract/session-config.ts'
import { toSlugPrefix } from '../catalog/catalog.ts'

/** What a session may see and do. Every door asks this one. */
export type Policy = {
  allowsToolkit(slug: string): boolean
  allowsTool(tool: PolicyTool): boolean
  /** Whether a person confirms each call of the tool. */
  requiresApproval(tool: PolicyTool): boolean
  /** Whether requests may go to the toolkit past its tools: not where that would go round a rule. */
  allowsProxy(toolkit: string): boolean
}

export type PolicyTool = { slug: string; toolkit: string; tags: readonly string[] }

/**
 * Reads the rules of a session's configuration (4.7).
 *
 * A toolkit's own list of tools decides first; then its own tags; then the tags of the session. The session's custom tools were
 * given by its owner, so they are allowed.
 */
export const toPolicy = (config: SessionConfig, customTools: ReadonlyMap<string, unknown> = new Map()): Policy => {
  const allowsToolkit = (slug: string) => allows(config.toolkits, slug)
  const ruleOf = (toolkit: string) => (config.tools && Object.hasOwn(config.tools, toolkit) ? config.tools[toolkit] : undefined)
  return {
    allowsToolkit,
    allowsTool: (tool) => {
      if (customTools.has(tool.slug)) return true
      if (!allowsToolkit(tool.toolkit)) return false
      const rule = ruleOf(tool.toolkit)
      if (rule?.enabled) return rule.enabled.includes(tool.slug)
      if (rule?.disabled?.includes(tool.slug)) return false
      return hasTags(rule?.tags ?? config.tags, tool.tags)
    },
    requiresApproval: ({ slug, tags }) => Boolean(config.approvals?.tools?.includes(slug) || config.approvals?.tags?.some((tag) => tags.includes(tag))),
    allowsProxy: (toolkit) => {
      const { tags = [], tools = [] } = config.approvals ?? {}
      const asksFirst = tags.length > 0 || tools.some((slug) => slug.startsWith(`${toSlugPrefix(toolkit)}_`))
      return allowsToolkit(toolkit) && ruleOf(toolkit) === undefined && config.tags === undefined && !asksFirst
    },
  }
}

type Rule = { enabled?: readonly string[] | undefined; disabled?: readonly string[] | undefined }

const allows = (rule: Rule | undefined, item: string): boolean => !rule || (rule.enabled ? rule.enabled.includes(item) : !rule.disabled?.includes(item))

const hasTags = (rule: Rule | undefined, tags: readonly string[]): boolean =>
  !rule || ((!rule.enabled || rule.enabled.some((tag) => tags.includes(tag))) && !rule.disabled?.some((tag) => tags.includes(tag)))
