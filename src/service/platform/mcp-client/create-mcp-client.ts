import type { Client, PriorDiscovery } from '@modelcontextprotocol/client'
import { LRUCache } from 'lru-cache'
import type { TextParser } from '../untrusted-text/index.ts'
import { endSession } from './end-session.ts'
import { McpFailure } from './mcp-failure.ts'
import { SessionEnded, startSession, type McpSession } from './mcp-session.ts'
import type { Screen } from './read-messages.ts'
import { createSessionPool } from './session-pool.ts'
import { startBudget, type Budget, type McpLimits } from './start-budget.ts'
import { toFetch, type McpSend } from './to-fetch.ts'
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
  /** The session, where the server's era has sessions, serves the next use with the same key. */
  keep?: {
    /** Says as whom and to what; a secret in it must be hashed. */
    key: string
    /** Sends as the same, without the limits of one call. */
    send: McpSend
  }
}

export type ConnectedMcp = { client: Client; options: { timeout: number; signal?: AbortSignal } }

/**
 * Speaks with an MCP server over streamable HTTP for as long as `use` takes. Throws an
 * `McpFailure`, or what `send` threw.
 *
 * With `keep`, `use` runs a second time when the server had ended the session and so has done
 * nothing; it makes one request.
 */
export type WithMcpServer = <Result>(
  connection: McpConnection,
  use: (connected: ConnectedMcp) => Promise<Result>,
) => Promise<Result>

const knownForMs = 10 * 60_000
const largestKnown = 16 * 1024
const sessionLimits = { maximum: 500, idleMs: 5 * 60_000 }

/**
 * Makes the client of the Model Context Protocol, for both of its eras.
 *
 * Which of them a server speaks is asked once and remembered for a while, so that a call costs no
 * question; after a failure it is asked again. Sessions of the older era are kept for the same
 * reason.
 */
export const createMcpClient = ({
  texts,
}: {
  texts: TextParser
}): { withMcpServer: WithMcpServer; close(): Promise<void> } => {
  const known = new LRUCache<string, PriorDiscovery>({ max: 1000, ttl: knownForMs })
  const sessions = createSessionPool(sessionLimits)

  const speak = async <Result>(
    connection: McpConnection,
    { budget, session }: { budget: Budget; session: McpSession },
    use: (connected: ConnectedMcp) => Promise<Result>,
  ): Promise<Result> => {
    // Loaded with the first server: most services never speak to one.
    const { Client: McpClient, StreamableHTTPClientTransport } =
      await import('@modelcontextprotocol/client')
    const { url, headers, send, signal, screen, timeoutMs } = connection
    const { fetch, failure } = toFetch({
      texts,
      send,
      sendLast: connection.keep?.send ?? send,
      headers,
      budget,
      session,
      screen,
    })
    const transport = new StreamableHTTPClientTransport(new URL(url), { fetch })
    const client = new McpClient(
      { name: 'plugboard', version: '1' },
      { versionNegotiation: { mode: 'auto' } },
    )
    if (connection.onToolsChanged)
      client.setNotificationHandler('notifications/tools/list_changed', connection.onToolsChanged)
    const options = { timeout: timeoutMs, ...(signal && { signal }) }
    const prior: PriorDiscovery | undefined = session.handshake
      ? { kind: 'legacy' }
      : connection.afresh
        ? undefined
        : known.get(url)
    try {
      await client.connect(transport, { ...options, ...(prior && { prior }) })
      const result = await use({ client, options })
      if (!prior) remember(known, url, client)
      return result
    } catch (error) {
      known.delete(url)
      throw failure() ?? toMcpFailure(error)
    } finally {
      void client.close().catch(() => {})
    }
  }

  /** The session is kept for the next, or ended: servers hold it until then. */
  const speakAnew: typeof speak = async (connection, { budget, session }, use) => {
    let isRefused = false
    try {
      return await speak(connection, { budget, session }, use)
    } catch (error) {
      isRefused = error instanceof McpFailure && error.kind === 'refused'
      throw error
    } finally {
      const { keep, send } = connection
      const end = () => endSession(keep?.send ?? send, connection, session)
      if (keep && session.handshake && !isRefused) sessions.keep(keep.key, session, end)
      // Nobody has to wait for that.
      else void end()
    }
  }

  return {
    withMcpServer: async (connection, use) => {
      const budget = startBudget(connection)
      const key = connection.keep?.key
      const lease = key === undefined ? undefined : sessions.borrow(key)
      if (key === undefined || !lease)
        return speakAnew(connection, { budget, session: startSession() }, use)
      try {
        return await speak(connection, { budget, session: lease.session }, use)
      } catch (error) {
        if (!(error instanceof SessionEnded)) throw error
        sessions.forget(key, lease.session)
        return await speakAnew(connection, { budget, session: startSession() }, use)
      } finally {
        lease.giveBack()
      }
    },
    close: sessions.close,
  }
}

const remember = (known: LRUCache<string, PriorDiscovery>, url: string, client: Client): void => {
  const discover = client.getDiscoverResult()
  if (!discover) return void known.set(url, { kind: 'legacy' })
  const { instructions: _unread, ...short } = discover
  if (JSON.stringify(short).length <= largestKnown)
    known.set(url, { kind: 'modern', discover: short })
}
