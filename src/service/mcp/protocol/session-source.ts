import type { Catalog } from '../../catalog/index.ts'
import type { Approvals } from '../../approvals/index.ts'
import type { Project } from '../../endpoint/index.ts'
import {
  findTool,
  type MetaTools,
  type RunInSession,
  type OpenSession,
} from '../../sessions/index.ts'
import { answerOfSession } from './answer-of-session.ts'
import { refuseCursor, type SourceTool, type ToolSource } from './tool-source.ts'
import { toRefusal } from './to-answer.ts'
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
 * What a session offers: its meta tools are listed, and every tool that its rules allow can be
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
      if (cursor !== undefined) throw refuseCursor()
      return { tools: [...metaTools.inForce(session).values()].map(toMcpMetaTool) }
    },
    find: async (name) => {
      const run: SourceTool['run'] = (given, { signal, trace, opensPages }) =>
        runInSession
          .run(session, { slug: name, arguments: given, offload: true, signal, trace })
          .then((outcome) => answerOfSession(parts, session, outcome, opensPages), toRefusal)
      if (!metaTools.has(name)) return (await isKnown(name)) ? { run } : undefined
      const metaTool = metaTools.inForce(session).get(name)
      return metaTool && { inputSchema: toMcpMetaTool(metaTool).inputSchema, run }
    },
    // Tools that are not listed can be called too, and a change of the configuration may allow or
    // exclude them.
    stamp: () =>
      Promise.resolve([session.configVersion, ...metaTools.inForce(session).keys()].join(' ')),
  }
}
