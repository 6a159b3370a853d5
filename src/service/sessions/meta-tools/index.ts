import type { SessionConfig } from '../../../contract/session-config.ts'
import type { OpenSession } from '../session.ts'
import { getToolSchemas } from './get-tool-schemas.ts'
import { manageConnections } from './manage-connections.ts'
import type { MetaTool, Workbench } from './meta-tool.ts'
import { multiExecuteTool } from './multi-execute-tool.ts'
import { readResult } from './read-result.ts'
import { remoteBashTool } from './remote-bash-tool.ts'
import { remoteWorkbench } from './remote-workbench.ts'
import { searchTools } from './search-tools.ts'
import { waitForConnections } from './wait-for-connections.ts'

type Parts = Parameters<typeof searchTools>[0] &
  Parameters<typeof getToolSchemas>[0] &
  Parameters<typeof multiExecuteTool>[0] &
  Parameters<typeof manageConnections>[0] &
  Parameters<typeof waitForConnections>[0] &
  Parameters<typeof readResult>[0] & {
    /** Absent if code cannot be run. Called when the first session requests its meta tools. */
    workbench: () => Workbench | undefined
  }

export type MetaTools = {
  /** The meta tools that a session's configuration enables, by slug. */
  inForce(session: Pick<OpenSession, 'config'>): ReadonlyMap<string, MetaTool>
  /** Whether any session can have this meta tool. */
  has(slug: string): boolean
}

/** The meta tools, in the order in which models see them. */
export const createMetaTools = (parts: Parts): MetaTools => {
  let made: ReadonlyMap<string, MetaTool> | undefined
  // Created lazily: the workbench depends on sessions, so it is created after them.
  const all = () =>
    (made ??= new Map(
      [
        searchTools(parts),
        getToolSchemas(parts),
        multiExecuteTool(parts),
        manageConnections(parts),
        waitForConnections(parts),
        ...codeTools(parts.workbench()),
        readResult(parts),
      ].map((tool) => [tool.slug, tool]),
    ))
  /**
   * Cached, since every message of a client needs them; a configuration object is never modified.
   */
  const known = new WeakMap<SessionConfig, ReadonlyMap<string, MetaTool>>()
  const inForce: MetaTools['inForce'] = ({ config }) => {
    const tools =
      known.get(config) ??
      new Map([...all()].filter(([, tool]) => tool.isInForce?.(config) ?? true))
    known.set(config, tools)
    return tools
  }
  return { inForce, has: (slug) => all().has(slug) }
}

const codeTools = (workbench: Workbench | undefined): MetaTool[] =>
  workbench ? [remoteWorkbench({ workbench }), remoteBashTool({ workbench })] : []

export { toToolOfSession, type MetaTool, type Workbench } from './meta-tool.ts'
