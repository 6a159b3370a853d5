import {
  connect,
  createClientOf,
  createReadFile,
  PlugboardError,
  type CallOptions,
  type Client,
  type ClientOptions,
  type ReadFile,
} from '../client/index.ts'
import type { Experimental, Session as SessionRecord } from '../contract/index.ts'
import { toManageConnections } from './connections/to-manage-connections.ts'
import type { CustomTool, CustomToolkit } from './custom-tools/custom-tool.ts'
import { toLocalTools, type LocalTools } from './custom-tools/local-tool.ts'
import { createFiles, type Files } from './files.ts'
import { toHooks, type Hooks } from './session/hooks.ts'
import { loadCustomTools } from './load-session-work.ts'
import { openSession } from './open-session.ts'
import type { Session } from './session/session.ts'
import { toToolCaching, type ToolCacheOptions, type ToolCaching } from './session/tool-cache.ts'
import type { ToolSlug, WithToolSlugs } from './tools/tool-types.ts'
import { createTriggers, type Triggers } from './triggers/triggers.ts'

/**
 * Options of the client. The URL and the key can also come from the environment. Hooks apply to
 * every session.
 */
export type PlugboardOptions = Omit<ClientOptions, 'baseUrl'> &
  Hooks & {
    /**
     * Default: `PLUGBOARD_BASE_URL`, otherwise `http://127.0.0.1:8787`, where `plugboard dev`
     * listens.
     */
    baseUrl?: string | undefined
    /**
     * How definitions of tools are cached; `false` disables it. By default, the process keeps up to
     * 2,000 of them with together 16 Mi characters, apart for each service, key and user.
     */
    toolCache?: ToolCacheOptions | false | undefined
  }

/**
 * The part of a session that lives in this process. The service does not store it, so each process
 * has to pass it again.
 */
export type SessionExtras = Hooks & {
  /** Tools that run in this process, in addition to the tools of the service; see `customTool`. */
  customTools?: readonly CustomTool[] | undefined
  customToolkits?: readonly CustomToolkit[] | undefined
  /**
   * Slugs of tools whose definitions come with the session, up to 100. `session.tools({ tools })`
   * and adapters that ask for these then make no request of their own, also in a new process. Not
   * with `toolCache: false`, which asks for them each time.
   */
  preload?: readonly ToolSlug[] | undefined
}

/**
 * What a session can see and do: the body of session creation without its `user_id`, and the
 * session's extras in this process.
 */
export type SessionOptions = WithToolSlugs<
  Omit<Parameters<Client['sessions']['create']>[0]['body'], 'user_id'>
> &
  SessionExtras

/**
 * Gives agents tools that act on their users' accounts.
 *
 * The project key is read from `apiKey`, or from the environment variable `PLUGBOARD_API_KEY`.
 * Without one, the first request fails with the slug `misconfigured`, and not the constructor: a
 * module may create it where there is no key, as in the build of an application. A key with blanks or
 * line breaks throws at once, as does an address that is none.
 *
 * @example
 * const plugboard = new Plugboard({ baseUrl: 'http://127.0.0.1:8787', apiKey: process.env.PLUGBOARD_API_KEY })
 * const session = await plugboard.createSession('ada', { toolkits: ['github'] })
 * const tools = await session.tools()
 */
export class Plugboard {
  /** Every operation of the REST interface, typed. */
  readonly client: Client
  /** Uploads files that tools take as arguments. */
  readonly files: Files
  /** Triggers, which deliver third parties' events about your users' accounts. */
  readonly triggers: Triggers
  readonly #hooks: Hooks
  readonly #mcpHeaders: Record<string, string>
  readonly #readFile: ReadFile
  readonly #caching: ToolCaching | undefined

  constructor({
    beforeExecute,
    afterExecute,
    modifySchema,
    toolCache = {},
    ...options
  }: PlugboardOptions = {}) {
    const apiKey =
      options.apiKey ??
      (options.userApiKey === undefined ? fromEnvironment('PLUGBOARD_API_KEY') : undefined)
    const baseUrl =
      options.baseUrl ?? fromEnvironment('PLUGBOARD_BASE_URL') ?? 'http://127.0.0.1:8787'
    const connection = connect({ ...options, baseUrl, apiKey })
    this.client = createClientOf(() => {
      if (apiKey === undefined && options.userApiKey === undefined) throw noKey()
      return connection
    })
    this.files = createFiles(this.client)
    this.triggers = createTriggers(this.client)
    this.#readFile = createReadFile({ ...options, baseUrl })
    this.#mcpHeaders =
      apiKey === undefined
        ? { 'x-user-api-key': options.userApiKey ?? '' }
        : { 'x-api-key': apiKey }
    this.#hooks = { beforeExecute, afterExecute, modifySchema }
    const secrets = [baseUrl, apiKey, options.userApiKey, options.orgApiKey]
    this.#caching = toolCache === false ? undefined : toToolCaching(toolCache, secrets)
  }

  /**
   * Creates a session for one of your users, identified by the id that your application uses.
   *
   * Unless `manage_connections` disables it, the agent gets a tool that asks the user to connect
   * missing accounts. Each connection is confirmed with the code that the page shows or, with a
   * `callback_url`, by your callback, which calls `session.confirmConnection`.
   */
  async createSession(
    userId: string,
    options: SessionOptions = {},
    callOptions: CallOptions = {},
  ): Promise<Session> {
    const {
      customTools = [],
      customToolkits = [],
      beforeExecute,
      afterExecute,
      modifySchema,
      preload,
      ...config
    } = options
    const own = { customTools, customToolkits, beforeExecute, afterExecute, modifySchema }
    const experimental = await describeCustomTools(own, config.experimental)
    const body = {
      ...config,
      manage_connections: toManageConnections(config.manage_connections),
      ...(experimental && { experimental }),
      user_id: userId,
    }
    const askedAt = Date.now()
    const query = this.#toQuery(preload)
    const record = await this.client.sessions.create({ query, body }, callOptions)
    return this.#toSession(record, own, askedAt, await localTools(own, record.experimental))
  }

  /**
   * Continues an existing session, which another process may have created. Pass its custom tools
   * again to run them here.
   */
  async useSession(
    sessionId: string,
    { signal, timeoutMs, idempotencyKey, preload, ...own }: SessionExtras & CallOptions = {},
  ): Promise<Session> {
    const params = { session_id: sessionId }
    const callOptions = { signal, timeoutMs, idempotencyKey }
    const experimental = await describeCustomTools(own)
    const query = this.#toQuery(preload)
    const askedAt = Date.now()
    if (!experimental) {
      const record = await this.client.sessions.get({ params, query }, callOptions)
      return this.#toSession(record, own, askedAt)
    }
    const record = await this.client.sessions.attach(
      { params, query, body: { experimental } },
      callOptions,
    )
    return this.#toSession(record, own, askedAt, await localTools(own, record.experimental))
  }

  /** The tools come with the session: an agent needs them before its first token. */
  #toQuery(preload: readonly string[] = []): { tools?: true; tool_slugs?: string[] } {
    if (!this.#caching) return {}
    return { tools: true, ...(preload.length > 0 && { tool_slugs: preload.slice(0, 100) }) }
  }

  #toSession(
    record: SessionRecord,
    own: SessionExtras,
    askedAt: number,
    localTools?: LocalTools,
  ): Session {
    const hooks = [this.#hooks, toHooks(own)].filter((each) =>
      Object.values(each).some((hook) => hook !== undefined),
    )
    return openSession(this.client, record, {
      hooks,
      readFile: this.#readFile,
      mcpHeaders: this.#mcpHeaders,
      localTools: localTools ?? new Map(),
      caching: this.#caching,
      askedAt,
    })
  }
}

const noKey = () =>
  new PlugboardError(
    'misconfigured',
    'No API key: neither "apiKey" nor PLUGBOARD_API_KEY in the environment was set when the Plugboard was created',
    { suggestedFix: 'Pass apiKey; `plugboard dev` prints the key of its project' },
  )

type GivenExperimental = NonNullable<
  Parameters<Client['sessions']['create']>[0]['body']['experimental']
>

/**
 * Builds `experimental` of a request. The custom tools of this process come first, so that they can
 * be identified in the answer.
 */
const describeCustomTools = async (
  { customTools = [], customToolkits = [] }: SessionExtras,
  given?: GivenExperimental,
): Promise<GivenExperimental | undefined> => {
  if (customTools.length === 0 && customToolkits.length === 0) return given
  const { toExperimental } = await loadCustomTools()
  const { custom_tools: tools = [], custom_toolkits: toolkits = [] } = toExperimental(
    customTools,
    customToolkits,
  )
  return {
    ...given,
    custom_tools: [...tools, ...(given?.custom_tools ?? [])],
    custom_toolkits: [...toolkits, ...(given?.custom_toolkits ?? [])],
  }
}

const localTools = async (
  { customTools = [], customToolkits = [] }: SessionExtras,
  answer: Experimental | undefined,
): Promise<LocalTools | undefined> => {
  if (customTools.length === 0 && customToolkits.length === 0) return undefined
  return toLocalTools(customTools, customToolkits, answer)
}

/**
 * Reads an environment variable. Edge runtimes have no `process`; an empty value counts as absent.
 */
const fromEnvironment = (name: string): string | undefined =>
  globalThis.process?.env?.[name] || undefined
