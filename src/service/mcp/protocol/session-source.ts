import type { Catalog } from '../../catalog/index.ts'
import type { Approvals } from '../../approvals/index.ts'
import type { Project } from '../../endpoint/index.ts'
import {
  findTool,
  type MetaTools,
  type RunInSession,
  type OpenSession,
} from '../../sessions/index.ts'
import { toSessionResponse } from './to-session-response.ts'
import { toCursorError, type SourceTool, type ToolSource } from './tool-source.ts'
import { toErrorToolResponse } from './to-tool-response.ts'
import { toMcpMetaTool } from './to-mcp-tool.ts'

type Parts = {
  catalog: Catalog
  metaTools: MetaTools
  runInSession: RunInSession
  approvals: Approvals
  takesProof: (project: Project) => Promise<boolean>
  publicUrl: () => string
}

const instructions =
  'Reach the services of this session through its tools: find tools for a task with SVC_SEARCH_TOOLS, read schemas that the search leaves out with SVC_GET_TOOL_SCHEMAS, run tools with SVC_MULTI_EXECUTE_TOOL. Where a connection or an approval is missing, give the user the link that the answer names, if it names one.'

/**
 * The tools of a session: its meta tools are listed, and every tool that its rules allow can be
 * called.
 */
export const createSessionSource = (parts: Parts, session: OpenSession): ToolSource => {
  const { catalog, metaTools, runInSession } = parts
  const isKnown = async (slug: string): Promise<boolean> => {
    const { is } = await findTool(catalog, session, slug)
    return is === 'allowed' || is === 'custom'
  }

  return {
    instructions,
    list: async (cursor) => {
      if (cursor !== undefined) throw toCursorError()
      return { tools: [...metaTools.inForce(session).values()].map(toMcpMetaTool) }
    },
    find: async (name) => {
      const run: SourceTool['run'] = (given, { signal, trace, opensPages }) =>
        runInSession
          .run(session, { slug: name, arguments: given, offload: true, signal, trace })
          .then(
            (outcome) => toSessionResponse(parts, session, outcome, opensPages),
            toErrorToolResponse,
          )
      if (!metaTools.has(name)) return (await isKnown(name)) ? { run } : undefined
      const metaTool = metaTools.inForce(session).get(name)
      return metaTool && { inputSchema: toMcpMetaTool(metaTool).inputSchema, run }
    },
    // Tools that are not listed can be called too, and the configuration may have changed.
    stamp: () =>
      Promise.resolve([session.configVersion, ...metaTools.inForce(session).keys()].join(' ')),
  }
}
