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
import type { WithToolSlugs } from './tools/tool-types.ts'
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
  }

/**
 * The part of a session that lives in this process. The service does not store it, so each process
 * has to pass it again.
 */
export type SessionExtras = Hooks & {
  /** Tools that run in this process, in addition to the tools of the service; see `customTool`. */
  customTools?: readonly CustomTool[] | undefined
  customToolkits?: readonly CustomToolkit[] | undefined
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
 * module may create it where there is no key, as in the build of an application. A malformed key or
 * address throws at once.
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

  constructor({ beforeExecute, afterExecute, modifySchema, ...options }: PlugboardOptions = {}) {
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
    const record = await this.client.sessions.create({ body }, callOptions)
    return this.#toSession(record, own, await localTools(own, record.experimental))
  }

  /**
   * Continues an existing session, which another process may have created. Pass its custom tools
   * again to run them here.
   */
  async useSession(
    sessionId: string,
    { signal, timeoutMs, idempotencyKey, ...own }: SessionExtras & CallOptions = {},
  ): Promise<Session> {
    const params = { session_id: sessionId }
    const callOptions = { signal, timeoutMs, idempotencyKey }
    const experimental = await describeCustomTools(own)
    if (!experimental)
      return this.#toSession(await this.client.sessions.get({ params }, callOptions), own)
    const record = await this.client.sessions.attach(
      { params, body: { experimental } },
      callOptions,
    )
    return this.#toSession(record, own, await localTools(own, record.experimental))
  }

  #toSession(record: SessionRecord, own: SessionExtras, localTools?: LocalTools): Session {
    const hooks = [this.#hooks, toHooks(own)].filter((each) =>
      Object.values(each).some((hook) => hook !== undefined),
    )
    return openSession(this.client, record, {
      hooks,
      readFile: this.#readFile,
      mcpHeaders: this.#mcpHeaders,
      localTools: localTools ?? new Map(),
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
