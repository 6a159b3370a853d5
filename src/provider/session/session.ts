import type {
  CallOptions,
  Client,
  KeptFile,
  ReadFile,
  ReadFileOptions,
} from '../../client/index.ts'
import type { ProxyAnswer, SessionConfig } from '../../contract/index.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { AuthorizeOptions } from '../connections/authorize.ts'
import type { CallbackRequest } from '../connections/confirm-connection.ts'
import type { ConnectedAccount, ConnectionRequest } from '../connections/connection-request.ts'
import type { Connections } from '../connections/ensure-connected.ts'
import { toManaged } from '../connections/to-managed.ts'
import { toSessionApprovals, type SessionApprovals } from './session-approvals.ts'
import type { SessionCore } from './session-core.ts'
import { SessionMcp, toMakeKey } from './session-mcp.ts'
import type {
  SearchOptions,
  SearchOutcome,
  SessionWork,
  ToolsOptions,
  UseCases,
} from './session-work.ts'
import type { ToolArguments, ToolOutcome, ToolSlug } from '../tools/tool-types.ts'

export type SessionExecuteOptions = CallOptions & {
  /** Which connected account to use, where the user has several. */
  account?: string | undefined
  /** What a person said to this very call, where the session asks first: see `ExecuteOptions`. */
  approved?: boolean | undefined
}

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
  readonly #core: SessionCore
  readonly #work: SessionWork
  readonly #readFile: ReadFile

  constructor(
    core: SessionCore,
    toWork: (session: Session) => SessionWork,
    { readFile, mcpHeaders }: { readFile: ReadFile; mcpHeaders: Record<string, string> },
  ) {
    this.id = core.id
    this.userId = core.record.config.user_id
    this.mcp = new SessionMcp(core.record.mcp, mcpHeaders, toMakeKey(core.client, core.id))
    this.approvals = toSessionApprovals(core.client, core.id)
    this.#core = core
    this.#work = toWork(this)
    this.#readFile = readFile
  }

  /** The configuration, as the service understood it when this object was made or last updated. */
  get config(): SessionConfig {
    return this.#core.record.config
  }

  /** Grows with each change of the configuration; `update` takes it as `if_config_version`. */
  get configVersion(): number {
    return this.#core.record.config_version
  }

  /**
   * The tools to hand to an agent: without options the meta tools, with which an agent finds and
   * runs all others by itself; with `search` or `tools` those tools themselves.
   */
  async tools(options: ToolsOptions = {}): Promise<AgentTool[]> {
    return this.#work.selectTools(options)
  }

  /**
   * Finds tools by what is to be done, with everything the service says about it: connection
   * statuses, plans, next steps.
   *
   * `tools` holds the found tools ready for use, the best first. A use case whose search failed has
   * its `error` in `results`.
   */
  async search(useCases: UseCases, options: SearchOptions = {}): Promise<SearchOutcome> {
    return this.#work.searchTools(useCases, options)
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
    return (await this.#work.call({
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
    return this.#work.needsApproval({ slug, arguments: toolArguments }, options)
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
    return authorize(this.#core.client, this, toolkit, options)
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
    return confirmConnection(this.#core.client, this, request, options)
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
    return ensureConnected(this.#core.client, this, toolkits, options)
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
    return this.#core.client.sessions.proxyExecute(
      { params: { session_id: this.id }, body: request },
      options,
    )
  }

  /** The toolkits of the session, page by page, with the connected account of each. */
  async toolkits(
    query: SessionToolkitsQuery = {},
    options: CallOptions = {},
  ): Promise<SessionToolkitsPage> {
    return this.#core.client.sessions.toolkits({ params: { session_id: this.id }, query }, options)
  }

  /**
   * Changes what the session may see and do, for all who use it; only supplied fields change, and
   * null takes a setting back. Links of the session are confirmed afterwards too, unless
   * `manage_connections` says `confirmation: null`.
   *
   * Tools that were handed out before stay as they are, and the service refuses what the session no
   * longer allows: ask for `tools()` again. With `if_config_version` a change that somebody else
   * made meanwhile is not written over (`conflict`).
   *
   * @example
   * await session.update({ toolkits: ['github', 'slack'], tags: null, if_config_version: session.configVersion })
   */
  async update(changes: SessionUpdate, options: CallOptions = {}): Promise<void> {
    this.#core.record = await this.#core.client.sessions.update(
      {
        params: { session_id: this.id },
        body:
          changes.manage_connections === undefined
            ? changes
            : { ...changes, manage_connections: toManaged(changes.manage_connections) },
      },
      options,
    )
  }

  /** Ends the session; connected accounts stay. */
  async delete(options: CallOptions = {}): Promise<void> {
    await this.#core.client.sessions.delete({ params: { session_id: this.id } }, options)
  }
}
