import type { contract } from '../../contract/contract.ts'
import type { Session } from '../../contract/sessions.ts'
import type { Accounts } from '../accounts/account.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { ExecuteTool } from '../execution/execute-tool.ts'
import type { ExecutionLogs } from '../execution/execution-log.ts'
import type { Handlers, RequestContext } from '../http/handlers.ts'
import type { Clock } from '../platform/clock.ts'
import { ServiceError } from '../service-error.ts'
import { executeAllowed } from './execute-in-session.ts'
import { listSessionToolkits } from './list-session-toolkits.ts'
import { toToolOfSession, type MetaTool } from './meta-tools/index.ts'
import type { SearchSession } from './search-session.ts'
import type { OpenSession, Sessions } from './session.ts'

type Parts = {
  sessions: Sessions
  searchSession: SearchSession
  metaTools: ReadonlyMap<string, MetaTool>
  executeTool: ExecuteTool
  logs: ExecutionLogs
  catalog: Catalog
  accounts: Accounts
  clock: Clock
  publicUrl: () => string
}

export const sessionHandlers = (parts: Parts): Handlers<typeof contract.sessions> => {
  const toAnswer = (session: OpenSession): Session => ({
    session_id: session.id,
    mcp: { type: 'http', url: `${parts.publicUrl()}/mcp/sessions/${session.id}` },
    tool_router_tools: [...parts.metaTools.keys()],
    config: session.config,
  })

  const runMetaTool = async (session: OpenSession, tool: MetaTool, given: Record<string, unknown>, { signal }: RequestContext) => {
    const startedAt = parts.clock.now()
    const started = performance.now()
    const { data, error } = await tool.run(session, given, signal)
    const logId = await parts.logs.write(session.project, {
      toolSlug: tool.slug,
      toolkit: 'svc',
      userId: session.config.user_id,
      accountId: null,
      sessionId: session.id,
      error,
      startedAt,
      durationMs: performance.now() - started,
      request: { arguments: given },
      response: data,
    })
    return { status: 200 as const, body: { data, error, log_id: logId } }
  }

  return {
    create: async ({ body }, { project }) => ({ status: 201, body: toAnswer(await parts.sessions.create(project, body)) }),
    get: async ({ params }, { project }) => ({ status: 200, body: toAnswer(await parts.sessions.open(project, params.session_id)) }),
    delete: async ({ params }, { project }) => {
      await parts.sessions.delete(project, params.session_id)
      return { status: 200, body: { deleted: true, session_id: params.session_id } }
    },
    tools: async ({ params }, { project }) => {
      await parts.sessions.open(project, params.session_id)
      return { status: 200, body: { items: [...parts.metaTools.values()].map(toToolOfSession) } }
    },
    search: async ({ params, body }, { project }) => ({
      status: 200,
      body: await parts.searchSession(await parts.sessions.open(project, params.session_id), body.queries),
    }),
    toolkits: async ({ params, query }, { project }) => ({
      status: 200,
      body: await listSessionToolkits(parts, await parts.sessions.open(project, params.session_id), {
        toolkits: query.toolkits,
        isConnected: query.is_connected,
        search: query.search,
        limit: query.limit,
        cursor: query.cursor,
      }),
    }),
    execute: async ({ params, body }, { project }, context) => {
      const session = await parts.sessions.open(project, params.session_id)
      const given = body.arguments ?? {}
      const meta = parts.metaTools.get(body.tool_slug.toUpperCase())
      if (meta) return runMetaTool(session, meta, given, context)
      const { data, error, logId } = await executeAllowed(parts, session, { slug: body.tool_slug, arguments: given, account: body.account, signal: context.signal })
      return { status: 200, body: { data, error, log_id: logId } }
    },
    executeMeta: async ({ params, body }, { project }, context) => {
      const session = await parts.sessions.open(project, params.session_id)
      const meta = parts.metaTools.get(body.slug.toUpperCase())
      if (!meta) throw new ServiceError('not_found', `The session has no meta tool "${body.slug}"`, { suggestedFix: `Use one of: ${[...parts.metaTools.keys()].join(', ')}` })
      return runMetaTool(session, meta, body.arguments ?? {}, context)
    },
  }
}
