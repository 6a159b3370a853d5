import {
  PlugboardError,
  type CallOptions,
  type Client,
  type KeptFile,
  type ReadFile,
  type ReadFileOptions,
} from '../../client/index.ts'
import type { ProxyAnswer, Session as SessionRecord, SessionConfig } from '../../contract/index.ts'
import type { AgentTool, RunTool } from '../tools/agent-tool.ts'
import type { AuthorizeOptions } from '../connections/authorize.ts'
import type { CallbackRequest } from '../connections/confirm-connection.ts'
import type { ConnectedAccount, ConnectionRequest } from '../connections/connection-request.ts'
import type { Connections } from '../connections/ensure-connected.ts'
import type { LocalTools } from '../custom-tools/local-tool.ts'
import type { Hooks } from './hooks.ts'
import type { SessionParts } from '../session-tools/session-parts.ts'
import type { SearchOptions, SearchOutcome, UseCases } from '../session-tools/search-tools.ts'
import type { ToolsOptions } from '../session-tools/select-tools.ts'
import { toSessionApprovals, type SessionApprovals } from './session-approvals.ts'
import { SessionMcp, toMakeKey } from './session-mcp.ts'
import { failedResult } from '../tools/tool-result.ts'
import type { ToolSource } from '../session-tools/tool-source.ts'
import type { ToolArguments, ToolOutcome, ToolSlug } from '../tools/tool-types.ts'

export type SessionExecuteOptions = CallOptions & {
  /** Which connected account to use, where the user has several. */
  account?: string | undefined
  /** What a person said to this very call, where the session asks first: see `ExecuteOptions`. */
  approved?: boolean | undefined
}

/** How much of a result a model is shown that the service did not cut. */
const shownCharacters = 100_000

/** Arguments may be left out where a tool needs none. */
type ExecuteParameters<Slug extends ToolSlug> =
  {} extends ToolArguments<Slug>
    ? [toolArguments?: ToolArguments<Slug>, options?: SessionExecuteOptions]
    : [toolArguments: ToolArguments<Slug>, options?: SessionExecuteOptions]

/** The query of `session.toolkits`. */
export type SessionToolkitsQuery = NonNullable<
  Parameters<Client['sessions']['toolkits']>[0]['query']
>
/** One page of the toolkits of a session. */
export type SessionToolkitsPage = Awaited<ReturnType<Client['sessions']['toolkits']>>
/** What `session.proxyExecute` sends. */
export type ProxyExecuteRequest = Parameters<Client['sessions']['proxyExecute']>[0]['body']

/**
 * What `session.update` changes: the body of session creation without its `user_id`; null takes a
 * setting back.
 */
export type SessionUpdate = NonNullable<Parameters<Client['sessions']['update']>[0]['body']>

/**
 * What one user's agent may see and do: made by `plugboard.createSession`, found again by
 * `plugboard.useSession`.
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
  /** Where a client of the Model Context Protocol reaches this session. */
  readonly mcp: SessionMcp
  /** The calls that people decide on. */
  readonly approvals: SessionApprovals
  #record: SessionRecord
  readonly #client: Client
  readonly #parts: SessionParts
  readonly #source: ToolSource
  readonly #readFile: ReadFile
  readonly #knownApprovals = new Map<string, boolean>()

  constructor(
    client: Client,
    record: SessionRecord,
    own: {
      readFile: ReadFile
      hooks?: readonly Hooks[]
      localTools?: LocalTools
      mcpHeaders?: Record<string, string>
    },
  ) {
    const { hooks = [], localTools = new Map() } = own
    this.id = record.session_id
    this.userId = record.config.user_id
    this.#record = record
    this.mcp = new SessionMcp(
      record.mcp,
      own.mcpHeaders ?? {},
      toMakeKey(client, record.session_id),
    )
    this.approvals = toSessionApprovals(client, record.session_id)
    this.#client = client
    this.#readFile = own.readFile
    this.#parts = {
      client,
      session: this,
      config: record.config,
      metaSlugs: record.tool_router_tools,
      localTools,
      hooks,
    }
    this.#source = {
      ...this.#parts,
      run: this.#run,
      needsApproval: (slug, toolArguments, options) =>
        this.needsApproval(slug, toolArguments, options),
      show: this.#show,
    }
  }

  /** The configuration, as the service understood it when this object was made or last updated. */
  get config(): SessionConfig {
    return this.#record.config
  }

  /** Grows with each change of the configuration; `update` takes it as `if_config_version`. */
  get configVersion(): number {
    return this.#record.config_version
  }

  /**
   * The tools to hand to an agent: without options the meta tools, with which an agent finds and
   * runs all others by itself; with `search` or `tools` those tools themselves.
   */
  async tools(options: ToolsOptions = {}): Promise<AgentTool[]> {
    // Loads zod and the schema compiler, which importing the package should not cost.
    const { selectTools } = await import('../session-tools/select-tools.ts')
    return selectTools(this.#source, options)
  }

  /**
   * Finds tools by what is to be done, with everything the service says about it: connection
   * statuses, plans, next steps.
   *
   * `tools` holds the found tools ready for use, the best first. A use case whose search failed has
   * its `error` in `results`.
   */
  async search(useCases: UseCases, options: SearchOptions = {}): Promise<SearchOutcome> {
    const { searchTools } = await import('../session-tools/search-tools.ts')
    return searchTools(this.#source, useCases, options)
  }

  /**
   * Runs a tool, a custom tool or a meta tool. What the third party refuses is a result with
   * `error`, not an exception.
   *
   * Arguments and data of the tools that `plugboard generate types` wrote down are checked by the
   * compiler.
   */
  async execute<Slug extends ToolSlug>(
    slug: Slug,
    ...[toolArguments, { account, approved, ...options } = {}]: ExecuteParameters<Slug>
  ): Promise<ToolOutcome<Slug>> {
    const { runCall } = await import('../calls/call.ts')
    return (await runCall(this.#parts, {
      slug,
      arguments: toolArguments ?? {},
      account,
      approved,
      options,
    })) as ToolOutcome<Slug>
  }

  /**
   * Whether a person has to agree before this call runs; for SVC_MULTI_EXECUTE_TOOL, before one of
   * the calls in it does.
   */
  async needsApproval(
    slug: string,
    toolArguments: unknown = {},
    options: { signal?: AbortSignal | undefined } = {},
  ): Promise<boolean> {
    if (this.config.approvals === undefined) return false
    const { needsApproval } = await import('../calls/approval.ts')
    return needsApproval(
      this.#source,
      this.#knownApprovals,
      { slug, arguments: toolArguments },
      options,
    )
  }

  /**
   * A link by which the user connects a toolkit, and a way to wait until it was used.
   *
   * The connection is made when your application confirms it: with a `callbackUrl` by
   * `confirmConnection`, else with the code that the page shows the user.
   *
   * @example
   * const request = await session.authorize('github')
   * console.log(`Open ${request.redirectUrl}`)
   * const account = await request.waitForConnection({ code: await ask('Which code does the page show?') })
   */
  async authorize(toolkit: string, options: AuthorizeOptions = {}): Promise<ConnectionRequest> {
    const { authorize } = await import('../connections/authorize.ts')
    return authorize(this.#client, this, toolkit, options)
  }

  /**
   * Ends a connection at your callback: makes the account ACTIVE when the link was for the user of
   * this session.
   *
   * A link can be sent on. So take the session of whoever is signed in where the request came to:
   * an account of another user is refused (`forbidden`) and stays unconnected. Throws
   * `connection_failed` when the user refused.
   *
   * @example
   * const session = await plugboard.createSession(signedInUser.id)
   * const account = await session.confirmConnection(request)
   */
  async confirmConnection(
    request: CallbackRequest,
    options: CallOptions = {},
  ): Promise<ConnectedAccount> {
    const { confirmConnection } = await import('../connections/confirm-connection.ts')
    return confirmConnection(this.#client, this, request, options)
  }

  /**
   * Which of these toolkits the user has connected, and a connection request for each of the
   * others.
   */
  async ensureConnected(
    toolkits: readonly string[],
    options: AuthorizeOptions = {},
  ): Promise<Connections> {
    const { ensureConnected } = await import('../connections/ensure-connected.ts')
    return ensureConnected(this.#client, this, toolkits, options)
  }

  /** Reads a file that a tool answered, by its `url` in the result. */
  async readFile(url: string, options: ReadFileOptions = {}): Promise<KeptFile> {
    return this.#readFile(url, options)
  }

  /** Sends a request to a toolkit's own API with the user's account, for what no tool does. */
  async proxyExecute(
    request: ProxyExecuteRequest,
    options: CallOptions = {},
  ): Promise<ProxyAnswer> {
    return this.#client.sessions.proxyExecute(
      { params: { session_id: this.id }, body: request },
      options,
    )
  }

  /** The toolkits of the session, page by page, with the connected account of each. */
  async toolkits(
    query: SessionToolkitsQuery = {},
    options: CallOptions = {},
  ): Promise<SessionToolkitsPage> {
    return this.#client.sessions.toolkits({ params: { session_id: this.id }, query }, options)
  }

  /**
   * Changes what the session may see and do, for all who use it; only supplied fields change, and
   * null takes a setting back.
   *
   * Tools that were handed out before stay as they are, and the service refuses what the session no
   * longer allows: ask for `tools()` again. With `if_config_version` a change that somebody else
   * made meanwhile is not written over (`conflict`).
   *
   * @example
   * await session.update({ toolkits: ['github', 'slack'], tags: null, if_config_version: session.configVersion })
   */
  async update(changes: SessionUpdate, options: CallOptions = {}): Promise<void> {
    this.#record = await this.#client.sessions.update(
      { params: { session_id: this.id }, body: changes },
      options,
    )
    const { config, tool_router_tools: metaSlugs } = this.#record
    for (const parts of [this.#parts, this.#source]) Object.assign(parts, { config, metaSlugs })
    this.#knownApprovals.clear()
  }

  /** Ends the session; connected accounts stay. */
  async delete(options: CallOptions = {}): Promise<void> {
    await this.#client.sessions.delete({ params: { session_id: this.id } }, options)
  }

  /** The answers of the meta tools are made for models, whatever their size. */
  readonly #show: ToolSource['show'] = async (slug, result, options) => {
    const { showResult } = await import('../tools/show-result.ts')
    const limit = Math.max(shownCharacters, this.config.workbench.auto_offload_threshold)
    return showResult(
      {
        readFile: this.#readFile,
        maximumCharacters: this.#parts.metaSlugs.includes(slug) ? Infinity : limit,
      },
      result,
      options,
    )
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
