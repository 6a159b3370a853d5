import type { CallOptions, Client } from '../../client/index.ts'
import type { Session as SessionRecord } from '../../contract/index.ts'

type Headers = Record<string, string>

type MadeKey = Awaited<ReturnType<Client['sessions']['createMcpKey']>>

export type SessionMcpKeyOptions = CallOptions & {
  /** Label that is shown in lists of the session's keys, such as the device that holds the key. */
  name?: string | undefined
  /** Lifetime in seconds; default: until the session is deleted. */
  expiresInSeconds?: number | undefined
}

/** Creates a key that gives access to this session only. */
type MakeKey = (options: SessionMcpKeyOptions) => Promise<MadeKey>

/**
 * The session as a server of the Model Context Protocol: its URL, the headers that authorize a
 * client, and both in the formats of other libraries.
 *
 * The headers contain the key of `Plugboard`, a project's or a user's, so only use them in
 * processes that you control. `withOwnKey` returns headers with a key for this session only, which
 * you can hand out. Printing this object does not reveal a key.
 *
 * @example
 * const client = await createMCPClient(session.mcp.aiSdk)
 * const client = new MultiServerMCPClient(session.mcp.langchain)
 * const messages = query({ prompt, options: session.mcp.claudeAgent })
 * const server = new MCPServerStreamableHttp(session.mcp.openaiAgents)
 */
export class SessionMcp {
  readonly type: SessionRecord['mcp']['type']
  readonly url: string
  /**
   * Id of the key, for `client.sessions.deleteMcpKey`, which revokes it. Only set after
   * `withOwnKey`.
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
   * Returns the same endpoint with a new key for this session only, for use on the user's device.
   *
   * The key expires with the session or earlier, and cannot decide approvals.
   *
   * @example
   * const { url, headers } = await session.mcp.withOwnKey({ expiresInSeconds: 86_400 })
   */
  async withOwnKey(options: SessionMcpKeyOptions = {}): Promise<SessionMcp> {
    const { id, key } = await this.#makeKey(options)
    return new SessionMcp(this, { authorization: `Bearer ${key}` }, this.#makeKey, id)
  }

  /** Headers that a client sends with every request. */
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

  /** For the options of `query` of `@anthropic-ai/claude-agent-sdk`. */
  get claudeAgent(): {
    mcpServers: { plugboard: { type: 'http'; url: string; headers: Headers } }
  } {
    return { mcpServers: { plugboard: { type: 'http', url: this.url, headers: this.headers } } }
  }

  /** For `MCPServerStreamableHttp` of `@openai/agents`. */
  get openaiAgents(): { name: string; url: string; requestInit: { headers: Headers } } {
    return { name: 'plugboard', url: this.url, requestInit: { headers: this.headers } }
  }
}

/** Returns a function that creates keys for one session. */
export const createKeyFactory =
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
