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
    /** Absent where code cannot be run. Asked once the first session asks for its meta tools. */
    workbench: () => Workbench | undefined
  }

export type MetaTools = {
  /** Those that a session's configuration puts in force, by slug. */
  inForce(session: Pick<OpenSession, 'config'>): ReadonlyMap<string, MetaTool>
  /** Whether there is such a meta tool in any session. */
  has(slug: string): boolean
}

/** The meta tools, in the order in which a model should meet them. */
export const createMetaTools = (parts: Parts): MetaTools => {
  let made: ReadonlyMap<string, MetaTool> | undefined
  // Made with the first question: the workbench is built on sessions, so it comes after them.
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
   * Every message of a client asks for them, and a configuration that was read is never changed.
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
