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
  const toolkit = await toolkitOf(catalog, session, upperCase)
  const tool = toolkit && (await catalog.findTool(session.project, upperCase, toolkit.version))
  return toVerdict(session, tool, toolkit)
}

/** The same for several, which are read together; in the order of the slugs. */
export const findTools = async (
  catalog: Pick<Catalog, 'findTool' | 'findTools' | 'ownerOf'>,
  session: OpenSession,
  slugs: readonly string[],
): Promise<ToolVerdict[]> => {
  const toolkits = new Map<string, Toolkit>()
  for (const slug of slugs) {
    const toolkit = await toolkitOf(catalog, session, slug.toUpperCase())
    if (toolkit) toolkits.set(slug.toUpperCase(), toolkit)
  }
  const tools = await catalog.findTools(
    session.project,
    [...toolkits].map(([slug, { version }]) => ({ slug, version })),
  )
  const found = new Map(tools.map((tool) => [tool.definition.slug, tool]))
  return Promise.all(
    slugs.map((slug) => {
      const upperCase = slug.toUpperCase()
      const tool = session.customTools.has(upperCase) ? undefined : found.get(upperCase)
      // One that has another slug by now is found by itself.
      return tool
        ? toVerdict(session, tool, toolkits.get(upperCase))
        : findTool(catalog, session, slug)
    }),
  )
}

const toolkitOf = async (
  catalog: Pick<Catalog, 'ownerOf'>,
  session: OpenSession,
  upperCase: string,
): Promise<Toolkit | undefined> => {
  const owner = await catalog.ownerOf(session.project, 'tool', upperCase)
  return owner === undefined ? undefined : session.everyToolkit.get(owner)
}

const toVerdict = (
  session: OpenSession,
  tool: CatalogTool | undefined,
  toolkit: Toolkit | undefined,
): ToolVerdict => {
  if (!tool || !toolkit) return { is: 'unknown' }
  const isAllowed = session.policy.allowsTool({
    slug: tool.definition.slug,
    toolkit: tool.toolkit,
    tags: tool.definition.tags,
  })
  return isAllowed ? { is: 'allowed', tool, toolkit } : { is: 'excluded' }
}
