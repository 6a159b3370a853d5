import { PlugboardError, type Client } from '../../client/index.ts'
import type { SessionConfig, SessionToolkit } from '../../contract/index.ts'
import { authorize, type AuthorizeOptions } from './authorize.ts'
import type { ConnectionRequest } from './connection-request.ts'

/** The toolkits that are connected, and a connection request for each of the others. */
export type Connections = {
  /** `connectedAccountId` is null for a toolkit that requires no account. */
  connected: { toolkit: string; connectedAccountId: string | null }[]
  /** One for each toolkit that is not connected. */
  requests: ConnectionRequest[]
}

/** Checks which toolkits the user has connected, and creates a link for each of the others. */
export const ensureConnected = async (
  client: Client,
  session: { id: string; config: SessionConfig },
  toolkits: readonly string[],
  options: AuthorizeOptions,
): Promise<Connections> => {
  const slugs = [...new Set(toolkits.map((slug) => slug.toLowerCase()))]
  if (slugs.length === 0) return { connected: [], requests: [] }
  const { signal, timeoutMs } = options
  const { items } = await client.sessions.toolkits(
    { params: { session_id: session.id }, query: { toolkits: slugs, limit: slugs.length } },
    { signal, timeoutMs },
  )
  const unknown = slugs.filter((slug) => !items.some((item) => item.slug === slug))
  if (unknown.length > 0) throw unknownToolkits(session.id, unknown)
  const usable = items.filter(isConnected)
  const missing = items.filter((item) => !isConnected(item))
  return {
    connected: usable.map(({ slug, connected_account: account }) => ({
      toolkit: slug,
      connectedAccountId: account?.id ?? null,
    })),
    requests: await Promise.all(
      missing.map(({ slug }) =>
        authorize(client, session, slug, { ...options, idempotencyKey: undefined }),
      ),
    ),
  }
}

const isConnected = ({
  enabled,
  is_no_auth,
  connected_account: account,
}: SessionToolkit): boolean => enabled && (is_no_auth || account?.status === 'ACTIVE')

const unknownToolkits = (sessionId: string, slugs: string[]): PlugboardError =>
  new PlugboardError(
    'not_found',
    `No toolkit ${slugs.map((slug) => `"${slug}"`).join(', ')} in session ${sessionId}`,
    { suggestedFix: 'session.toolkits lists the available ones' },
  )
