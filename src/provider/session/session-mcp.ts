import type { CallOptions, Client } from '../../client/index.ts'
import type { Session as SessionRecord } from '../../contract/index.ts'

type Headers = Record<string, string>

type MadeKey = Awaited<ReturnType<Client['sessions']['createMcpKey']>>

export type OwnKeyOptions = CallOptions & {
  /** Where the key will lie, say: lists of the session's keys show it. */
  name?: string | undefined
  /** Default: the key ends with the session. */
  expiresInSeconds?: number | undefined
}

/** What makes a key that opens this session alone. */
type MakeKey = (options: OwnKeyOptions) => Promise<MadeKey>

/**
 * The session as a server of the Model Context Protocol: its address, the headers that open it, and
 * both as other libraries want them.
 *
 * The headers hold the key of `Plugboard`, a project's or a user's, so they belong into processes
 * of your own: `withOwnKey` gives others a key that opens nothing but this session. Printing this
 * object shows no key.
 *
 * @example
 * const client = await createMCPClient(session.mcp.aiSdk)
 * const client = new MultiServerMCPClient(session.mcp.langchain)
 * const server = new MCPServerStreamableHttp(session.mcp.openaiAgents)
 */
export class SessionMcp {
  readonly type: SessionRecord['mcp']['type']
  readonly url: string
  /**
   * Names the key for `client.sessions.deleteMcpKey`, which revokes it; only after `withOwnKey`.
   */
  readonly keyId: string | undefined
  readonly #headers: Headers
  readonly #makeKey: MakeKey

  constructor(
    { type, url }: SessionRecord['mcp'],
    headers: Headers,
    makeKey: MakeKey,
    keyId?: string,
  ) {
    this.type = type
    this.url = url
    this.keyId = keyId
    this.#headers = headers
    this.#makeKey = makeKey
  }

  /**
   * The same with a new key that opens this session and nothing else: for the machine of its user.
   *
   * It ends with the session, or before, and decides on no approvals.
   *
   * @example
   * const { url, headers } = await session.mcp.withOwnKey({ expiresInSeconds: 86_400 })
   */
  async withOwnKey(options: OwnKeyOptions = {}): Promise<SessionMcp> {
    const { id, key } = await this.#makeKey(options)
    return new SessionMcp(this, { authorization: `Bearer ${key}` }, this.#makeKey, id)
  }

  /** What a client sends along with every request. */
  get headers(): Headers {
    return { ...this.#headers }
  }

  /** For `createMCPClient` of `@ai-sdk/mcp`. */
  get aiSdk(): { transport: { type: 'http'; url: string; headers: Headers } } {
    return { transport: { type: 'http', url: this.url, headers: this.headers } }
  }

  /** For `MultiServerMCPClient` of `@langchain/mcp-adapters`. */
  get langchain(): {
    mcpServers: { plugboard: { transport: 'http'; url: string; headers: Headers } }
  } {
    return {
      mcpServers: { plugboard: { transport: 'http', url: this.url, headers: this.headers } },
    }
  }

  /** For `MCPServerStreamableHttp` of `@openai/agents`. */
  get openaiAgents(): { name: string; url: string; requestInit: { headers: Headers } } {
    return { name: 'plugboard', url: this.url, requestInit: { headers: this.headers } }
  }
}

/** Makes keys of one session. */
export const toMakeKey =
  (client: Client, sessionId: string): MakeKey =>
  ({ name, expiresInSeconds, ...options }) =>
    client.sessions.createMcpKey(
      {
        params: { session_id: sessionId },
        body: {
          ...(name !== undefined && { name }),
          ...(expiresInSeconds !== undefined && { expires_in_seconds: expiresInSeconds }),
        },
      },
      options,
    )
