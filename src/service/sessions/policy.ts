import type { SessionConfig } from '../../contract/sessions.ts'

/** What a session may see and do. Every door asks this one. */
export type Policy = {
  allowsToolkit(slug: string): boolean
  allowsTool(tool: PolicyTool): boolean
}

export type PolicyTool = { slug: string; toolkit: string; tags: readonly string[] }

/**
 * Reads the rules of a session's configuration (4.7).
 *
 * A toolkit's own list of tools decides first; then its own tags; then the tags of the session.
 */
export const toPolicy = (config: SessionConfig): Policy => {
  const allowsToolkit = (slug: string) => allows(config.toolkits, slug)
  return {
    allowsToolkit,
    allowsTool: (tool) => {
      if (!allowsToolkit(tool.toolkit)) return false
      const rule = config.tools && Object.hasOwn(config.tools, tool.toolkit) ? config.tools[tool.toolkit] : undefined
      if (rule?.enabled) return rule.enabled.includes(tool.slug)
      if (rule?.disabled?.includes(tool.slug)) return false
      return hasTags(rule?.tags ?? config.tags, tool.tags)
    },
  }
}

type Rule = { enabled?: readonly string[] | undefined; disabled?: readonly string[] | undefined }

const allows = (rule: Rule | undefined, item: string): boolean => !rule || (rule.enabled ? rule.enabled.includes(item) : !rule.disabled?.includes(item))

const hasTags = (rule: Rule | undefined, tags: readonly string[]): boolean =>
  !rule || ((!rule.enabled || rule.enabled.some((tag) => tags.includes(tag))) && !rule.disabled?.some((tag) => tags.includes(tag)))
