import type { Catalog, CatalogTool, Toolkit } from '../catalog/index.ts'
import type { CustomTool } from './custom-tools/custom-tool.ts'
import type { OpenSession } from './open-session.ts'

/** A toolkit's tool that a session may use. */
export type FoundTool = { tool: CatalogTool; toolkit: Toolkit }

/** How a session resolves a slug. */
type ToolVerdict =
  | ({ is: 'allowed' } & FoundTool)
  /** The tool runs in the process of the session's owner. */
  | { is: 'custom'; custom: CustomTool }
  /** The tool exists; the rules of the session exclude it. */
  | { is: 'excluded' }
  | { is: 'unknown' }

/**
 * Resolves a slug or alias for all entry points of a session: in the versions of its creation,
 * under its rules.
 */
export const findTool = async (
  catalog: Pick<Catalog, 'findTool' | 'ownerOf'>,
  session: OpenSession,
  slug: string,
): Promise<ToolVerdict> => {
  const upperCase = slug.toUpperCase()
  const custom = session.customTools.get(upperCase)
  if (custom) return { is: 'custom', custom }
  const owner = await catalog.ownerOf(session.project, 'tool', upperCase)
  const toolkit = owner === undefined ? undefined : session.everyToolkit.get(owner)
  const tool = toolkit && (await catalog.findTool(session.project, upperCase, toolkit.version))
  if (!tool) return { is: 'unknown' }
  const isAllowed = session.policy.allowsTool({
    slug: tool.definition.slug,
    toolkit: tool.toolkit,
    tags: tool.definition.tags,
  })
  return isAllowed ? { is: 'allowed', tool, toolkit } : { is: 'excluded' }
}
