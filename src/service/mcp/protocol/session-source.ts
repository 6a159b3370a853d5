import type { Catalog } from '../../catalog/catalog.ts'
import { findTool } from '../../sessions/find-tool.ts'
import type { MetaTools } from '../../sessions/meta-tools/index.ts'
import type { RunInSession } from '../../sessions/run-in-session.ts'
import type { OpenSession } from '../../sessions/session.ts'
import { refuseCursor } from './refuse-cursor.ts'
import { toAnswer, toRefusal } from './to-answer.ts'
import { toMcpMetaTool } from './to-mcp-tool.ts'
import type { ToolSource } from './tool-source.ts'

type Parts = { catalog: Catalog; metaTools: MetaTools; runInSession: RunInSession }

const instructions =
  'Reach the services of this session through its tools: find tools for a task with SVC_SEARCH_TOOLS, read schemas that the search leaves out with SVC_GET_TOOL_SCHEMAS, run tools with SVC_MULTI_EXECUTE_TOOL. Where a connection is missing, give the user the link that the answer names.'

/** What a session offers: its meta tools are listed, and every tool that its rules allow can be called. */
export const createSessionSource = ({ catalog, metaTools, runInSession }: Parts, session: OpenSession): ToolSource => {
  const isKnown = async (slug: string): Promise<boolean> => {
    if (metaTools.has(slug)) return metaTools.inForce(session).has(slug)
    const { is } = await findTool(catalog, session, slug)
    return is === 'allowed' || is === 'custom'
  }

  return {
    instructions,
    list: async (cursor) => {
      if (cursor !== undefined) throw refuseCursor()
      return { tools: [...metaTools.inForce(session).values()].map(toMcpMetaTool) }
    },
    call: async (name, given, signal) =>
      (await isKnown(name)) ? runInSession.run(session, { slug: name, arguments: given, offload: true, signal }).then(toAnswer, toRefusal) : undefined,
  }
}
