import type { Catalog, CatalogTool, Toolkit } from '../catalog/catalog.ts'
import { possibleOwners } from '../catalog/possible-owners.ts'
import type { CustomTool } from './custom-tools/custom-tool.ts'
import type { OpenSession } from './open-session.ts'

/** A tool of a third party that a session may use. */
export type FoundTool = { tool: CatalogTool; toolkit: Toolkit }

/** What a session makes of a slug. */
export type ToolVerdict =
  | ({ is: 'allowed' } & FoundTool)
  /** It runs in the process of the session's owner. */
  | { is: 'custom'; custom: CustomTool }
  /** The tool exists; the rules of the session exclude it. */
  | { is: 'excluded' }
  | { is: 'unknown' }

/** Looks a slug up as every door of a session does: in the versions that the session was created with, under its rules. */
export const findTool = async (catalog: Pick<Catalog, 'findTool'>, session: OpenSession, slug: string): Promise<ToolVerdict> => {
  const upperCase = slug.toUpperCase()
  const custom = session.customTools.get(upperCase)
  if (custom) return { is: 'custom', custom }
  let exists = false
  for (const owner of possibleOwners(session.everyToolkit, upperCase)) {
    const toolkit = session.everyToolkit.get(owner)
    const tool = toolkit && (await catalog.findTool(session.project, upperCase, toolkit.version))
    // Slugs of `notes` may begin like those of `notes-pro`, and even be the same.
    if (!toolkit || tool?.toolkit !== owner) continue
    if (session.policy.allowsTool({ slug: upperCase, toolkit: owner, tags: tool.definition.tags })) return { is: 'allowed', tool, toolkit }
    exists = true
  }
  return { is: exists ? 'excluded' : 'unknown' }
}
