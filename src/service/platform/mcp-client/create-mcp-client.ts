import type { Client, PriorDiscovery } from '@modelcontextprotocol/client'
import { LRUCache } from 'lru-cache'
import type { Screen } from './read-messages.ts'
import { toFetch, type McpLimits, type McpSend } from './to-fetch.ts'
import { toMcpFailure } from './to-mcp-failure.ts'

/** An MCP server, and as whom it is spoken to. */
export type McpConnection = McpLimits & {
  url: string
  /** Sent with every request, names in lower case. */
  headers: Record<string, string>
  send: McpSend
  signal?: AbortSignal | undefined
  /** The server says that its list of tools is another by now. */
  onToolsChanged?: (() => void) | undefined
  screen?: Screen
  /** Asks the server about itself in any case, to hear all that it says. */
  afresh?: boolean
}

export type ConnectedMcp = { client: Client; options: { timeout: number; signal?: AbortSignal } }

/** Speaks with an MCP server over streamable HTTP for as long as `use` takes. Throws an `McpFailure`, or what `send` threw. */
export type WithMcpServer = <Result>(connection: McpConnection, use: (connected: ConnectedMcp) => Promise<Result>) => Promise<Result>

const knownForMs = 10 * 60_000
const largestKnown = 16 * 1024

/**
 * Makes the client of the Model Context Protocol, for both of its eras.
 *
 * Which of them a server speaks is asked once and remembered for a while, so that a call costs no question; after a failure it is asked again.
 */
export const createMcpClient = (): WithMcpServer => {
  const known = new LRUCache<string, PriorDiscovery>({ max: 1000, ttl: knownForMs })

  return async (connection, use) => {
    // Loaded with the first server: most services never speak to one.
    const { Client: McpClient, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const { url, signal, timeoutMs } = connection
    const { fetch, failure } = toFetch(connection.send, connection.headers, connection, connection.screen)
    const transport = new StreamableHTTPClientTransport(new URL(url), { fetch })
    const client = new McpClient({ name: 'plugboard', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    if (connection.onToolsChanged) client.setNotificationHandler('notifications/tools/list_changed', connection.onToolsChanged)
    const options = { timeout: timeoutMs, ...(signal && { signal }) }
    const prior = connection.afresh ? undefined : known.get(url)
    try {
      await client.connect(transport, { ...options, ...(prior && { prior }) })
      const result = await use({ client, options })
      if (!prior) remember(known, url, client)
      return result
    } catch (error) {
      known.delete(url)
      throw failure() ?? toMcpFailure(error)
    } finally {
      // Servers of the older era hold a session until it is ended; nobody has to wait for that.
      const ending = transport.sessionId === undefined ? Promise.resolve() : transport.terminateSession()
      void ending.catch(() => {}).then(() => client.close()).catch(() => {})
    }
  }
}

const remember = (known: LRUCache<string, PriorDiscovery>, url: string, client: Client): void => {
  const discover = client.getDiscoverResult()
  if (!discover) return void known.set(url, { kind: 'legacy' })
  const { instructions: _unread, ...short } = discover
  if (JSON.stringify(short).length <= largestKnown) known.set(url, { kind: 'modern', discover: short })
}
