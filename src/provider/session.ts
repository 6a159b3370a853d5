import { PlugboardError, type CallOptions, type Client } from '../client/index.ts'
import type { ProxyAnswer, Session as SessionRecord, SessionConfig } from '../contract/index.ts'
import type { AgentTool, RunTool } from './agent-tool.ts'
import type { AuthorizeOptions } from './connections/authorize.ts'
import type { ConnectionRequest } from './connections/connection-request.ts'
import type { Connections } from './connections/ensure-connected.ts'
import type { LocalTools } from './custom-tools/local-tool.ts'
import type { Hooks } from './hooks.ts'
import type { SessionParts } from './running/session-parts.ts'
import type { SearchOptions, SearchOutcome, UseCases } from './search-tools.ts'
import type { ToolsOptions } from './select-tools.ts'
import { toSessionApprovals, type SessionApprovals } from './session-approvals.ts'
import { SessionMcp } from './session-mcp.ts'
import { failedResult, type ToolResult } from './tool-result.ts'
import type { ToolSource } from './tool-source.ts'

export type SessionExecuteOptions = CallOptions & {
  /** Which connected account to use, where the user has several. */
  account?: string | undefined
  /** What a person said to this very call, where the session asks first: see `ExecuteOptions`. */
  approved?: boolean | undefined
}

/** The query of `session.toolkits`. */
export type SessionToolkitsQuery = NonNullable<Parameters<Client['sessions']['toolkits']>[0]['query']>
/** One page of the toolkits of a session. */
export type SessionToolkitsPage = Awaited<ReturnType<Client['sessions']['toolkits']>>
/** What `session.proxyExecute` sends. */
export type ProxyExecuteRequest = Parameters<Client['sessions']['proxyExecute']>[0]['body']

/**
 * What one user's agent may see and do: made by `plugboard.createSession`, found again by `plugboard.useSession`.
 *
 * Every method takes `{ signal, timeoutMs }` and throws `PlugboardError`s.
 *
 * @example
 * const session = await plugboard.createSession('ada', { toolkits: ['github'] })
 * const tools = await session.tools({ search: 'create an issue' })
 * const { data, error } = await session.execute('GITHUB_ISSUES_CREATE', { owner: 'ada', repo: 'engine', title: 'Steam leaks' })
 */
export class Session {
  readonly id: string
  readonly userId: string
  /** The configuration in force, as the service understood it. */
  readonly config: SessionConfig
  /** Where a client of the Model Context Protocol reaches this session. */
  readonly mcp: SessionMcp
  /** The calls that people decide on. */
  readonly approvals: SessionApprovals
  readonly #client: Client
  readonly #parts: SessionParts
  readonly #source: ToolSource
  readonly #knownApprovals = new Map<string, boolean>()

  constructor(client: Client, record: SessionRecord, own: { hooks?: readonly Hooks[]; localTools?: LocalTools; mcpHeaders?: Record<string, string> } = {}) {
    const { hooks = [], localTools = new Map() } = own
    this.id = record.session_id
    this.userId = record.config.user_id
    this.config = record.config
    this.mcp = new SessionMcp(record.mcp, own.mcpHeaders ?? {})
    this.approvals = toSessionApprovals(client, record.session_id)
    this.#client = client
    this.#parts = { client, session: this, config: record.config, metaSlugs: record.tool_router_tools, localTools, hooks }
    this.#source = { ...this.#parts, run: this.#run, needsApproval: (slug, toolArguments, options) => this.needsApproval(slug, toolArguments, options) }
  }

  /**
   * The tools to hand to an agent: without options the meta tools, with which an agent finds and runs all others by itself;
   * with `search` or `tools` those tools themselves.
   */
  async tools(options: ToolsOptions = {}): Promise<AgentTool[]> {
    // Loads zod and the schema compiler, which importing the package should not cost.
    const { selectTools } = await import('./select-tools.ts')
    return selectTools(this.#source, options)
  }

  /**
   * Finds tools by what is to be done, with everything the service says about it: connection statuses, plans, next steps.
   *
   * `tools` holds the found tools ready for use, the best first. A use case whose search failed has its `error` in `results`.
   */
  async search(useCases: UseCases, options: SearchOptions = {}): Promise<SearchOutcome> {
    const { searchTools } = await import('./search-tools.ts')
    return searchTools(this.#source, useCases, options)
  }

  /** Runs a tool, a custom tool or a meta tool. What the third party refuses is a result with `error`, not an exception. */
  async execute(slug: string, toolArguments: Record<string, unknown> = {}, { account, approved, ...options }: SessionExecuteOptions = {}): Promise<ToolResult> {
    const { runCall } = await import('./running/run-call.ts')
    return runCall(this.#parts, { slug, arguments: toolArguments, account, approved, options })
  }

  /** Whether a person has to agree before this call runs; for SVC_MULTI_EXECUTE_TOOL, before one of the calls in it does. */
  async needsApproval(slug: string, toolArguments: unknown = {}, options: { signal?: AbortSignal | undefined } = {}): Promise<boolean> {
    if (this.config.approvals === undefined) return false
    const { needsApproval } = await import('./running/needs-approval.ts')
    return needsApproval(this.#source, this.#knownApprovals, { slug, arguments: toolArguments }, options)
  }

  /**
   * A link by which the user connects a toolkit, and a way to wait until it was used.
   *
   * @example
   * const request = await session.authorize('github')
   * console.log(`Open ${request.redirectUrl}`)
   * const account = await request.waitForConnection()
   */
  async authorize(toolkit: string, options: AuthorizeOptions = {}): Promise<ConnectionRequest> {
    const { authorize } = await import('./connections/authorize.ts')
    return authorize(this.#client, this.id, toolkit, options)
  }

  /** Which of these toolkits the user has connected, and a connection request for each of the others. */
  async ensureConnected(toolkits: readonly string[], options: AuthorizeOptions = {}): Promise<Connections> {
    const { ensureConnected } = await import('./connections/ensure-connected.ts')
    return ensureConnected(this.#client, this.id, toolkits, options)
  }

  /** Sends a request to a toolkit's own API with the user's account, for what no tool does. */
  async proxyExecute(request: ProxyExecuteRequest, options: CallOptions = {}): Promise<ProxyAnswer> {
    return this.#client.sessions.proxyExecute({ params: { session_id: this.id }, body: request }, options)
  }

  /** The toolkits of the session, page by page, with the connected account of each. */
  async toolkits(query: SessionToolkitsQuery = {}, options: CallOptions = {}): Promise<SessionToolkitsPage> {
    return this.#client.sessions.toolkits({ params: { session_id: this.id }, query }, options)
  }

  /** Ends the session; connected accounts stay. */
  async delete(options: CallOptions = {}): Promise<void> {
    await this.#client.sessions.delete({ params: { session_id: this.id } }, options)
  }

  /** How agent tools run: failures become results, so an agent's loop goes on; aborts end it. */
  readonly #run: RunTool = async (slug, toolArguments, options) => {
    try {
      return await this.execute(slug, toolArguments, options)
    } catch (error) {
      if (error instanceof PlugboardError && error.slug !== 'aborted') return failedResult(error)
      throw error
    }
  }
}
