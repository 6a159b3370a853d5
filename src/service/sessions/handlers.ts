import type { contract } from '../../contract/contract.ts'
import type { sessionConnections } from '../../contract/session-connections.ts'
import type { Session } from '../../contract/sessions.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Catalog, Toolkit, RankToolkits } from '../catalog/index.ts'
import type { Handlers } from '../endpoint/index.ts'
import { toExecutionResult } from '../execution/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Approvals } from '../approvals/index.ts'
import { toExperimental } from './custom-tools/to-experimental.ts'
import { describeTools } from './describe-tools.ts'
import { toToolsEtag } from './tools-etag.ts'
import type { ToolSchema } from '../../contract/session-search.ts'
import type { ListSessions } from './list-sessions.ts'
import { listSessionToolkits } from './list-session-toolkits.ts'
import type { SessionMcpKeys } from './mcp-keys/mcp-keys.ts'
import { toToolOfSession, type MetaTools } from './meta-tools/index.ts'
import type { Uploads } from '../files/index.ts'
import type { Results } from './results/results.ts'
import { storeAnswer } from './results/store-answer.ts'
import type { RunInSession } from './run-in-session.ts'
import type { SearchSession } from './search-session.ts'
import type { OpenSession, Sessions } from './session.ts'

/** Characters of all definitions that come with the answer of one search. */
const maximumDefinitions = 2_000_000

const searches = new Set(['SVC_SEARCH_TOOLS', 'SVC_GET_TOOL_SCHEMAS'])

type Parts = {
  catalog: Catalog
  sessions: Sessions
  listSessions: ListSessions
  searchSession: SearchSession
  metaTools: MetaTools
  runInSession: RunInSession
  approvals: Approvals
  mcpKeys: SessionMcpKeys
  results: Results
  uploads: Uploads
  accounts: Accounts
  clock: Clock
  publicUrl: () => string
  /** The toolkit's schemes for which the operator provides an OAuth application. */
  managedSchemes: (toolkit: Toolkit) => string[]
  rankToolkits: RankToolkits
}

export const sessionHandlers = (
  parts: Parts,
): Omit<Handlers<typeof contract.sessions>, keyof typeof sessionConnections> => {
  const { sessions, metaTools, runInSession, approvals, mcpKeys, results } = parts

  const etagOf = (session: OpenSession) =>
    toToolsEtag(session, [...metaTools.inForce(session).keys()])

  const listTools = async (session: OpenSession, slugs: readonly string[] | undefined) => {
    const named = slugs && (await describeTools(parts.catalog, session, slugs))
    return {
      items: [...metaTools.inForce(session).values()].map(toToolOfSession),
      tools_etag: etagOf(session),
      ...(named && { tool_schemas: named.schemas, not_found: named.missing }),
      ...(named && named.leftOut.length > 0 && { left_out: named.leftOut }),
      ...(named && Object.keys(named.renamed).length > 0 && { renamed: named.renamed }),
    }
  }

  type ToolsQuery = { tools?: boolean | undefined; tool_slugs?: string[] | undefined }

  const toolsOf = async (session: OpenSession, { tools, tool_slugs: slugs }: ToolsQuery) =>
    tools || slugs ? { tools: await listTools(session, slugs) } : {}

  /** The definitions of found tools, for whoever does not want to ask for them. */
  const definitionsOf = async (
    session: OpenSession,
    wanted: boolean | undefined,
    found: unknown,
  ): Promise<{ definitions?: Record<string, ToolSchema>; tools_etag?: string }> => {
    if (!wanted || typeof found !== 'object' || found === null) return {}
    const slugs = Object.keys(found)
    const { schemas } = await describeTools(parts.catalog, session, slugs, maximumDefinitions)
    return { definitions: schemas, tools_etag: etagOf(session) }
  }

  const toMcp = (id: string): Session['mcp'] => ({
    type: 'http',
    url: `${parts.publicUrl()}/mcp/sessions/${id}`,
  })

  const toAnswer = (session: OpenSession): Session => ({
    session_id: session.id,
    mcp: toMcp(session.id),
    tool_router_tools: [...metaTools.inForce(session).keys()],
    config: session.config,
    config_version: session.configVersion,
    expires_at: session.expiresAt,
    tools_etag: etagOf(session),
  })

  const withExperimental = (session: OpenSession): Session => ({
    ...toAnswer(session),
    experimental: toExperimental(
      session,
      new Set(metaTools.inForce(session).keys()),
      parts.clock.now(),
    ),
  })

  return {
    create: async ({ query, body }, { project }) => {
      const session = await sessions.create(project, body)
      return {
        status: 201,
        body: { ...withExperimental(session), ...(await toolsOf(session, query)) },
      }
    },
    list: async ({ query }, { project }) => {
      const found = await parts.listSessions(project, { userIds: query.user_ids }, query)
      const items = found.items.map(({ id, userId, configVersion, createdAt, expiresAt }) => ({
        session_id: id,
        user_id: userId,
        mcp: toMcp(id),
        config_version: configVersion,
        created_at: createdAt,
        expires_at: expiresAt,
      }))
      return { status: 200, body: { ...found, items } }
    },
    get: async ({ params, query }, { project }) => {
      const session = await sessions.open(project, params.session_id)
      return { status: 200, body: { ...toAnswer(session), ...(await toolsOf(session, query)) } }
    },
    update: async ({ params, body }, { project }) => ({
      status: 200,
      body: withExperimental(await sessions.update(project, params.session_id, body)),
    }),
    attach: async ({ params, query, body }, { project }) => {
      const session = await sessions.attach(project, params.session_id, body.experimental)
      return {
        status: 200,
        body: { ...withExperimental(session), ...(await toolsOf(session, query)) },
      }
    },
    delete: async ({ params }, { project }) => {
      await sessions.delete(project, params.session_id)
      return { status: 200, body: { deleted: true, session_id: params.session_id } }
    },
    tools: async ({ params, query }, { project }) => {
      const session = await sessions.open(project, params.session_id)
      return {
        status: 200,
        body: await listTools(session, query.tool_slugs),
        etag: etagOf(session),
      }
    },
    search: async ({ params, body }, { project }, { signal }) => {
      const session = await sessions.open(project, params.session_id)
      const options = { signal, explain: body.explain }
      const found = await parts.searchSession(session, body.queries, options)
      const definitions = await definitionsOf(session, body.definitions, found.tool_schemas)
      return { status: 200, body: { ...found, ...definitions } }
    },
    toolkits: async ({ params, query }, { project }) => ({
      status: 200,
      body: await listSessionToolkits(parts, await sessions.open(project, params.session_id), {
        toolkits: query.toolkits,
        isConnected: query.is_connected,
        search: query.search,
        limit: query.limit,
        cursor: query.cursor,
      }),
    }),
    execute: async ({ params, body }, { project }, { signal, trace, runPart }) => {
      const session = await sessions.open(project, params.session_id)
      const outcome = await runInSession.run(session, {
        slug: body.tool_slug,
        arguments: body.arguments ?? {},
        account: body.account,
        offload: body.enable_auto_workbench_offload !== false,
        all: body.all,
        select: body.select,
        signal,
        trace,
        runPart,
      })
      // What a third party answers may look like that too.
      const isSearch = searches.has(body.tool_slug.toUpperCase())
      const wanted = body.definitions && isSearch
      const definitions = await definitionsOf(session, wanted, outcome.data['tool_schemas'])
      return {
        status: 200,
        mayRunAgain: !outcome.wasSent,
        body: { ...toExecutionResult(outcome), ...definitions },
      }
    },
    executeMeta: async ({ params, body }, { project }, { signal, trace, runPart }) => {
      const session = await sessions.open(project, params.session_id)
      const outcome = await runInSession.runMetaTool(session, {
        slug: body.slug,
        arguments: body.arguments ?? {},
        offload: true,
        signal,
        trace,
        runPart,
      })
      return { status: 200, mayRunAgain: !outcome.wasSent, body: toExecutionResult(outcome) }
    },
    approvals: async ({ params, query }, { project }) => {
      const session = await sessions.open(project, params.session_id)
      return {
        status: 200,
        body: await approvals.list(
          project,
          { sessionIds: [session.id], status: query.status },
          query,
        ),
      }
    },
    decide: async ({ params, body }, { project, keyId }) => {
      const session = await sessions.open(project, params.session_id)
      return {
        status: 200,
        body: await approvals.decide(project, session.id, params.approval_id, body.decision, keyId),
      }
    },
    createApprovalTicket: async ({ params, body }, { project }) => {
      const session = await sessions.open(project, params.session_id)
      const request = { userId: body.user_id, expiresInSeconds: body.expires_in_seconds }
      return {
        status: 201,
        body: await approvals.createTicket(project, session.id, params.approval_id, request),
      }
    },
    listMcpKeys: async ({ params, query }, { project }) => {
      const session = await sessions.open(project, params.session_id)
      return { status: 200, body: await mcpKeys.list(project, session.id, query) }
    },
    createMcpKey: async ({ params, body }, { project }) => {
      const session = await sessions.open(project, params.session_id)
      return {
        status: 201,
        body: await mcpKeys.create(project, session.id, {
          name: body.name,
          expiresInSeconds: body.expires_in_seconds,
        }),
      }
    },
    deleteMcpKey: async ({ params }, { project }) => {
      const session = await sessions.open(project, params.session_id)
      await mcpKeys.revoke(project, session.id, params.key_id)
      return { status: 200, body: { id: params.key_id, deleted: true } }
    },
    result: async ({ params, query }, { project }) => ({
      status: 200,
      body: await results.read(
        await sessions.open(project, params.session_id),
        params.handle,
        query,
      ),
    }),
    storeResult: async ({ params, body }, { project }, { signal }) => ({
      status: 200,
      body: {
        data: await storeAnswer(
          parts,
          await sessions.open(project, params.session_id),
          body,
          signal,
        ),
      },
    }),
  }
}
