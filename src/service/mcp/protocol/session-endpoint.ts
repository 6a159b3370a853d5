import type { Catalog } from '../../catalog/index.ts'
import type { Authenticate, Project } from '../../endpoint/index.ts'
import type { Approvals } from '../../approvals/index.ts'
import type { SessionMcpKeys, MetaTools, RunInSession, Sessions } from '../../sessions/index.ts'
import { sessionId } from '../../../contract/common.ts'
import { ServiceError } from '../../service-error.ts'
import { authorizeSession } from './authorize.ts'
import type { ServeTools } from './load-engine.ts'
import type { Endpoint } from './mount-endpoint.ts'
import { readKeys } from './read-keys.ts'
import { createSessionSource } from './session-source.ts'

type Parts = {
  authenticate: Authenticate
  sessionKeys: SessionMcpKeys
  sessions: Sessions
  catalog: Catalog
  metaTools: MetaTools
  runInSession: RunInSession
  approvals: Approvals
  takesProof: (project: Project) => Promise<boolean>
  publicUrl: () => string
  serveTools: ServeTools
}

/**
 * `/mcp/sessions/{session_id}`: a session's tools, for its project, or for the holder of a session
 * key.
 */
export const sessionEndpoint = (parts: Parts): Endpoint => ({
  path: '/mcp/sessions/:session_id',
  operation: 'mcp.session',
  open: async (context) => {
    const id = sessionId.safeParse(context.req.param('session_id'))
    const visitor = await authorizeSession(
      parts,
      id.data,
      readKeys((name) => context.req.header(name)),
    )
    if (!id.success)
      throw new ServiceError('not_found', 'There is no such session', {
        suggestedFix:
          'Use the address in mcp.url of the response of POST /api/v3/tool_router/session',
      })
    const session = await parts.sessions.open(visitor.project, id.data)
    return { visitor, offer: await parts.serveTools(createSessionSource(parts, session)) }
  },
})
