import type { Client, PriorDiscovery } from '@modelcontextprotocol/client'
import { LRUCache } from 'lru-cache'
import { entries } from '../entries.ts'
import { minuteMs } from '../clock.ts'
import type { TextParser } from '../untrusted-text/index.ts'
import { endSession } from './end-session.ts'
import { McpFailure } from './mcp-failure.ts'
import { SessionEnded, startSession, type McpSession } from './mcp-session.ts'
import type { Screen } from './read-messages.ts'
import { createSessionPool } from './session-pool.ts'
import { startBudget, type Budget, type McpLimits } from './start-budget.ts'
import { toFetch, type McpSend } from './to-fetch.ts'
import { toMcpFailure } from './to-mcp-failure.ts'

/** An MCP server and the credentials to use. */
export type McpConnection = McpLimits & {
  url: string
  /** Sent with every request, names in lower case. */
  headers: Record<string, string>
  send: McpSend
  signal?: AbortSignal | undefined
  /** Called when the server reports that its list of tools has changed. */
  onToolsChanged?: (() => void) | undefined
  screen?: Screen
  /** Runs discovery even if it is cached, to get the complete response. */
  afresh?: boolean
  /**
   * Keeps the session, if the server's protocol era has sessions, for the next use with the same
   * key.
   */
  keep?: {
    /** Identifies the credentials and the server; a secret in it must be hashed. */
    key: string
    /** Sends with the same credentials, without the limits of one call. */
    send: McpSend
  }
}

export type ConnectedMcp = { client: Client; options: { timeout: number; signal?: AbortSignal } }

/**
 * Connects to an MCP server over streamable HTTP for the duration of `use`. Throws an `McpFailure`,
 * or the error of `send`.
 *
 * With `keep`, `use` must make a single request; it runs again if the server had ended the session
 * and therefore executed nothing.
 */
export type WithMcpServer = <Result>(
  connection: McpConnection,
  use: (connected: ConnectedMcp) => Promise<Result>,
) => Promise<Result>

const knownForMs = 10 * minuteMs
const largestKnown = 16 * 1024
const sessionLimits = { maximum: 500, idleMs: 5 * minuteMs }

/**
 * Creates the client of the Model Context Protocol, for both of its eras.
 *
 * The era of a server is discovered once and cached, to save a request per call; after a failure it
 * is discovered again. Sessions of the older era are kept for the same reason.
 */
export const createMcpClient = ({
  texts,
}: {
  texts: TextParser
}): { withMcpServer: WithMcpServer; close(): Promise<void> } => {
  const known = new LRUCache<string, PriorDiscovery>({ ...entries(1000), ttl: knownForMs })
  const sessions = createSessionPool(sessionLimits)

  const speak = async <Result>(
    connection: McpConnection,
    { budget, session }: { budget: Budget; session: McpSession },
    use: (connected: ConnectedMcp) => Promise<Result>,
  ): Promise<Result> => {
    // Loaded for the first server, since most services never call one.
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
      session.isOpen = true
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

  /** Keeps the session for the next use or ends it, to release it at the server. */
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
      if (keep && session.handshake && session.isOpen && !isRefused)
        sessions.keep(keep.key, session, end)
      // Not awaited: the caller does not depend on it.
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
