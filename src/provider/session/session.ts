import type {
  CallOptions,
  Client,
  ResultFile,
  ReadFile,
  ReadFileOptions,
} from '../../client/index.ts'
import type { ProxyResponse, Select, SessionConfig } from '../../contract/index.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { authorize, type AuthorizeOptions } from '../connections/authorize.ts'
import { confirmConnection, type CallbackRequest } from '../connections/confirm-connection.ts'
import type { ConnectedAccount, ConnectionRequest } from '../connections/connection-request.ts'
import { ensureConnected, type Connections } from '../connections/ensure-connected.ts'
import { toManageConnections } from '../connections/to-manage-connections.ts'
import { toSessionApprovals, type SessionApprovals } from './session-approvals.ts'
import type { SessionCore } from './session-core.ts'
import { SessionMcp, createKeyFactory } from './session-mcp.ts'
import type {
  NamedTools,
  NamedToolsOptions,
  SearchOptions,
  SearchOutcome,
  SessionOperations,
  ToolsOptions,
  UseCases,
} from './session-operations.ts'
import type { ToolResult } from '../tools/tool-result.ts'
import type { ToolArguments, ToolOutcome, ToolSlug, WithToolSlugs } from '../tools/tool-types.ts'

export type SessionExecuteOptions = CallOptions & {
  /** Connected account to use if the user has several. */
  account?: string | undefined
  /**
   * A person's decision about this call, for sessions that require approval: see `ExecuteOptions`.
   */
  approved?: boolean | undefined
  /** The signal by which the user aborts, if it is not `signal`: see `ExecuteOptions`. */
  cancelSignal?: AbortSignal | undefined
  /**
   * Gathers all pages of a tool that only reads, within the limits of the service; `paging` of the
   * result says how far it came. Not for meta tools and custom tools.
   */
  all?: boolean | undefined
  /**
   * Returns only these parts of `data`: those of a JMESPath expression such as `items[].{id: id}`,
   * of which a list becomes `{ items }` and a single value `{ value }`, or those at JSON Pointers,
   * by pointer. A wrong expression is an error before anything is sent; `selection` of the result
   * says that nothing was selected. Not for meta tools and custom tools.
   */
  select?: Select | undefined
}

type WholeOptions = SessionExecuteOptions & { select?: undefined }

/** Arguments are optional if the tool requires none. */
type ExecuteParameters<Slug extends ToolSlug> =
  {} extends ToolArguments<Slug>
    ? [toolArguments?: ToolArguments<Slug>, options?: WholeOptions]
    : [toolArguments: ToolArguments<Slug>, options?: WholeOptions]

/** The query of `session.toolkits`. */
export type SessionToolkitsQuery = NonNullable<
  Parameters<Client['sessions']['toolkits']>[0]['query']
>
/** One page of the toolkits of a session. */
export type SessionToolkitsPage = Awaited<ReturnType<Client['sessions']['toolkits']>>
/** The request that `session.proxyExecute` sends. */
export type ProxyExecuteRequest = Parameters<Client['sessions']['proxyExecute']>[0]['body']

/**
 * The changes for `session.update`: the body of session creation without its `user_id`. Null resets
 * a setting.
 */
export type SessionUpdate = WithToolSlugs<
  NonNullable<Parameters<Client['sessions']['update']>[0]['body']>
>

/**
 * Defines what the agent of one user can see and do. Create one with `plugboard.createSession`;
 * continue it with `plugboard.useSession`.
 *
 * Every method accepts `{ signal, timeoutMs }` and throws `PlugboardError`.
 *
 * @example
 * const session = await plugboard.createSession('ada', { toolkits: ['github'] })
 * const tools = await session.tools({ search: 'create an issue' })
 * const { data, error } = await session.execute('GITHUB_ISSUES_CREATE', { owner: 'ada', repo: 'engine', title: 'Steam leaks' })
 */
export class Session {
  readonly id: string
  readonly userId: string
  /** The endpoint of this session for clients of the Model Context Protocol. */
  readonly mcp: SessionMcp
  /** Calls that are waiting for a person's approval, and decided ones. */
  readonly approvals: SessionApprovals
  readonly #core: SessionCore
  readonly #work: SessionOperations
  readonly #readFile: ReadFile

  constructor(
    core: SessionCore,
    toWork: (session: Session) => SessionOperations,
    { readFile, mcpHeaders }: { readFile: ReadFile; mcpHeaders: Record<string, string> },
  ) {
    this.id = core.id
    this.userId = core.record.config.user_id
    this.mcp = new SessionMcp(core.record.mcp, mcpHeaders, createKeyFactory(core.client, core.id))
    this.approvals = toSessionApprovals(core.client, core.id)
    this.#core = core
    this.#work = toWork(this)
    this.#readFile = readFile
  }

  /** The configuration that the service returned when this object was created or last updated. */
  get config(): SessionConfig {
    return this.#core.record.config
  }

  /**
   * When the session ends unless it is used, as of when it was opened or changed: each use moves it
   * ahead. Undefined if the service is of an earlier version.
   */
  get expiresAt(): Date | undefined {
    const { expires_at: at } = this.#core.record
    return at === undefined ? undefined : new Date(at)
  }

  /**
   * Increases with each change of the configuration. Pass it to `update` as `if_config_version`.
   */
  get configVersion(): number {
    return this.#core.record.config_version
  }

  /**
   * Returns the tools for an agent. Without options, these are the meta tools, with which the agent
   * finds and runs all other tools. With `search` or `tools`, it returns those tools.
   *
   * Tools in `tools` that `plugboard generate types` declared are typed.
   *
   * @example
   * const [create] = await session.tools({ tools: ['GITHUB_ISSUES_CREATE'] })
   */
  async tools<const Slugs extends readonly ToolSlug[]>(
    options: NamedToolsOptions<Slugs>,
  ): Promise<NamedTools<Slugs>>
  async tools(options?: ToolsOptions): Promise<AgentTool[]>
  async tools(options: ToolsOptions = {}): Promise<AgentTool[]> {
    return this.#work.selectTools(options)
  }

  /**
   * Finds tools for one or more use cases, and returns everything that the service knows about
   * them: connection statuses, plans and next steps.
   *
   * `tools` holds the found tools ready for use, best match first. A use case whose search failed
   * has an `error` in `results`.
   */
  async search(useCases: UseCases, options: SearchOptions = {}): Promise<SearchOutcome> {
    return this.#work.searchTools(useCases, options)
  }

  /**
   * Runs a tool, a custom tool or a meta tool. An error from the third party is returned as a
   * result with `error`; it is not thrown.
   *
   * For tools declared by `plugboard generate types`, the compiler checks arguments and data.
   *
   * @example
   * const { data } = await session.execute('GITHUB_ISSUES_LIST', { state: 'open' }, { select: 'items[].{number: number, title: title}' })
   */
  async execute<Slug extends ToolSlug>(
    slug: Slug,
    toolArguments: ToolArguments<Slug>,
    options: SessionExecuteOptions & { select: Select },
  ): Promise<ToolResult>
  async execute<Slug extends ToolSlug>(
    slug: Slug,
    ...parameters: ExecuteParameters<Slug>
  ): Promise<ToolOutcome<Slug>>
  async execute(
    slug: string,
    toolArguments?: Record<string, unknown>,
    { account, approved, all, select, cancelSignal, ...options }: SessionExecuteOptions = {},
  ): Promise<ToolResult> {
    return this.#work.call({
      slug,
      arguments: toolArguments ?? {},
      account,
      approved,
      all,
      select,
      cancelSignal,
      options,
    })
  }

  /**
   * Returns whether a person has to approve this call or, for SVC_MULTI_EXECUTE_TOOL, any of its
   * calls.
   */
  async needsApproval(
    slug: ToolSlug,
    toolArguments: unknown = {},
    options: { signal?: AbortSignal | undefined } = {},
  ): Promise<boolean> {
    if (this.config.approvals === undefined) return false
    return this.#work.needsApproval({ slug, arguments: toolArguments }, options)
  }

  /**
   * Creates a link with which the user connects a toolkit, and returns a way to wait for the
   * connection.
   *
   * The connection becomes active when your application confirms it: with a `callbackUrl`, by
   * `confirmConnection`; otherwise with the code that the page shows the user.
   *
   * @example
   * const request = await session.authorize('github')
   * console.log(`Open ${request.redirectUrl}`)
   * const account = await request.waitForConnection({ code: await ask('Which code does the page show?') })
   */
  async authorize(toolkit: string, options: AuthorizeOptions = {}): Promise<ConnectionRequest> {
    return authorize(this.#core.client, this, toolkit, options)
  }

  /**
   * Completes a connection in your callback: makes the account ACTIVE if the link was created for
   * the user of this session.
   *
   * A link can be forwarded to somebody else. Use the session of the user who is signed in to your
   * application: an account of another user is refused (`forbidden`) and stays unconnected. Throws
   * `connection_failed` if the user refused.
   *
   * @example
   * const session = await plugboard.createSession(signedInUser.id)
   * const account = await session.confirmConnection(request)
   */
  async confirmConnection(
    request: CallbackRequest,
    options: CallOptions = {},
  ): Promise<ConnectedAccount> {
    return confirmConnection(this.#core.client, this, request, options)
  }

  /**
   * Returns which of these toolkits the user has connected, and a connection request for each of
   * the others.
   */
  async ensureConnected(
    toolkits: readonly string[],
    options: AuthorizeOptions = {},
  ): Promise<Connections> {
    return ensureConnected(this.#core.client, this, toolkits, options)
  }

  /** Reads a file from a tool's result, by its `url`. */
  async readFile(url: string, options: ReadFileOptions = {}): Promise<ResultFile> {
    return this.#readFile(url, options)
  }

  /** Sends a request to the toolkit's API with the user's account, for what no tool covers. */
  async proxyExecute(
    request: ProxyExecuteRequest,
    options: CallOptions = {},
  ): Promise<ProxyResponse> {
    return this.#core.client.sessions.proxyExecute(
      { params: { session_id: this.id }, body: request },
      options,
    )
  }

  /** Lists the toolkits of the session, in pages, each with its connected account. */
  async toolkits(
    query: SessionToolkitsQuery = {},
    options: CallOptions = {},
  ): Promise<SessionToolkitsPage> {
    return this.#core.client.sessions.toolkits({ params: { session_id: this.id }, query }, options)
  }

  /**
   * Changes what the session can see and do, for all clients of the session. Only supplied fields
   * change; null resets a setting. Connection links of the session still require confirmation
   * afterwards, unless `manage_connections` sets `confirmation: null`.
   *
   * Tools that were returned earlier do not change, and the service refuses calls that the session
   * no longer allows: call `tools()` again. With `if_config_version`, the update fails with
   * `conflict` if the configuration was changed in the meantime.
   *
   * @example
   * await session.update({ toolkits: ['github', 'slack'], tags: null, if_config_version: session.configVersion })
   */
  async update(changes: SessionUpdate, options: CallOptions = {}): Promise<void> {
    const askedAt = Date.now()
    const record = await this.#core.client.sessions.update(
      {
        params: { session_id: this.id },
        body:
          changes.manage_connections === undefined
            ? changes
            : { ...changes, manage_connections: toManageConnections(changes.manage_connections) },
      },
      options,
    )
    this.#core.record = record
    const { bindsFound } = this.#core.tools
    this.#core.tools = { etag: record.tools_etag, askedAt, bindsFound }
  }

  /** Deletes the session. Connected accounts are kept. */
  async delete(options: CallOptions = {}): Promise<void> {
    await this.#core.client.sessions.delete({ params: { session_id: this.id } }, options)
  }
}
