import { createClient, PlugboardError, type CallOptions, type Client, type ClientOptions } from '../client/index.ts'
import { Session } from './session.ts'

/** Like the options of the client; the address and the key may also come from the environment. */
export type PlugboardOptions = Omit<ClientOptions, 'baseUrl'> & {
  /** Default: `PLUGBOARD_BASE_URL`, else `http://127.0.0.1:8787`, where `plugboard dev` listens. */
  baseUrl?: string | undefined
}

/** What a session may see and do: the body of session creation without its `user_id`. */
export type SessionOptions = Omit<Parameters<Client['sessions']['create']>[0]['body'], 'user_id'>

/**
 * Gives agents tools that act on their users' accounts.
 *
 * The key of the project is `apiKey`, or `PLUGBOARD_API_KEY` of the environment.
 *
 * @example
 * const plugboard = new Plugboard({ baseUrl: 'http://127.0.0.1:8787', apiKey: process.env.PLUGBOARD_API_KEY })
 * const session = await plugboard.createSession('ada', { toolkits: ['github'] })
 * const tools = await session.tools()
 */
export class Plugboard {
  /** Every operation of the REST interface, typed. */
  readonly client: Client

  constructor(options: PlugboardOptions = {}) {
    const apiKey = options.apiKey ?? (options.userApiKey === undefined ? fromEnvironment('PLUGBOARD_API_KEY') : undefined)
    if (apiKey === undefined && options.userApiKey === undefined) {
      throw new PlugboardError('misconfigured', 'No API key: "apiKey" is not set, nor PLUGBOARD_API_KEY in the environment', {
        suggestedFix: 'Pass apiKey; `plugboard dev` prints the key of its project',
      })
    }
    const baseUrl = options.baseUrl ?? fromEnvironment('PLUGBOARD_BASE_URL') ?? 'http://127.0.0.1:8787'
    this.client = createClient({ ...options, baseUrl, apiKey })
  }

  /**
   * Starts a session for one of your users, named by your own id.
   *
   * Unless `manage_connections` says otherwise, the agent gets a tool that asks the user for missing connections.
   */
  async createSession(userId: string, config: SessionOptions = {}, options: CallOptions = {}): Promise<Session> {
    const body = { manage_connections: { enable: true }, ...config, user_id: userId }
    return new Session(this.client, await this.client.sessions.create({ body }, options))
  }

  /** Continues a session that was made before, also by another process. */
  async useSession(sessionId: string, options: CallOptions = {}): Promise<Session> {
    return new Session(this.client, await this.client.sessions.get({ params: { session_id: sessionId } }, options))
  }
}

/** Edge runtimes have no `process`; an empty variable counts as absent. */
const fromEnvironment = (name: string): string | undefined => globalThis.process?.env?.[name] || undefined
