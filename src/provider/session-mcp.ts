import type { Session as SessionRecord } from '../contract/index.ts'

type Headers = Record<string, string>

/**
 * The session as a server of the Model Context Protocol: its address, the headers that open it, and both as other libraries want them.
 *
 * The headers hold the key of the project, so they belong into processes of your own; printing this object does not show them.
 *
 * @example
 * const client = await createMCPClient(session.mcp.aiSdk)
 * const client = new MultiServerMCPClient(session.mcp.langchain)
 * const server = new MCPServerStreamableHttp(session.mcp.openaiAgents)
 */
export class SessionMcp {
  readonly type: SessionRecord['mcp']['type']
  readonly url: string
  readonly #headers: Headers

  constructor({ type, url }: SessionRecord['mcp'], headers: Headers) {
    this.type = type
    this.url = url
    this.#headers = headers
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
  get langchain(): { mcpServers: { plugboard: { transport: 'http'; url: string; headers: Headers } } } {
    return { mcpServers: { plugboard: { transport: 'http', url: this.url, headers: this.headers } } }
  }

  /** For `MCPServerStreamableHttp` of `@openai/agents`. */
  get openaiAgents(): { name: string; url: string; requestInit: { headers: Headers } } {
    return { name: 'plugboard', url: this.url, requestInit: { headers: this.headers } }
  }
}
