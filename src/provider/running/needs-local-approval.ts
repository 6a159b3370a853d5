import type { LocalTool } from '../custom-tools/local-tool.ts'
import type { SessionParts } from '../session-tools/session-parts.ts'

/**
 * Whether the session wants a person to agree before a custom tool runs: named by its slug, or
 * meant by one of its hints.
 */
export const needsLocalApproval = (
  { config }: Pick<SessionParts, 'config'>,
  { slug, tool }: LocalTool,
): boolean => {
  const { tools = [], tags = [] } = config.approvals ?? {}
  return tools.includes(slug) || tags.some((hint) => tool.annotations?.[hint] === true)
}
