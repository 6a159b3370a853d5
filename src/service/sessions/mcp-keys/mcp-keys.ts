import type { ListedSessionMcpKey, SessionMcpKey } from '../../../contract/session-mcp-keys.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import { createId } from '../../platform/ids.ts'
import { parsePage, toPageOf, type Page } from '../../platform/pagination.ts'
import { hashToken } from '../../platform/secrets/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Projects } from '../../projects/index.ts'
import { ServiceError } from '../../service-error.ts'
import { createKey } from './create-key.ts'
import { sessionMcpKeyStore } from './store.ts'

export type SessionMcpKeys = ReturnType<typeof createSessionMcpKeys>

/**
 * Keys that give access over MCP to one session, for machines that must not have the project's key.
 */
export const createSessionMcpKeys = (parts: {
  database: Database
  projects: Projects
  events: Events
  clock: Clock
}) => {
  const store = sessionMcpKeyStore(parts.database.handle)

  return {
    create: async (
      project: Project,
      sessionId: string,
      {
        name,
        expiresInSeconds = project.config.mcp_key_expiry_in_seconds,
      }: { name?: string | undefined; expiresInSeconds: number | undefined },
    ): Promise<SessionMcpKey> => {
      const { key, stored } = createKey()
      const now = parts.clock.now()
      const row = {
        id: createId('mk_'),
        project_id: project.id,
        session_id: sessionId,
        name: name ?? null,
        ...stored,
        created_at: now.toISOString(),
        expires_at:
          expiresInSeconds === 0
            ? null
            : new Date(now.getTime() + expiresInSeconds * 1000).toISOString(),
      }
      await store.insert(row)
      return {
        id: row.id,
        session_id: sessionId,
        name: row.name,
        key,
        created_at: row.created_at,
        expires_at: row.expires_at,
      }
    },

    list: async (
      project: Project,
      sessionId: string,
      query: Parameters<typeof parsePage>[0],
    ): Promise<Page<ListedSessionMcpKey>> => {
      const page = parsePage(query)
      const found = await store.page(project.id, sessionId, parts.clock.now().toISOString(), page)
      return toPageOf(
        found,
        page,
        ({ id, session_id, name, key_hint, created_at, expires_at }) => ({
          id,
          session_id,
          name,
          key_hint,
          created_at,
          expires_at,
        }),
      )
    },

    /**
     * The session that the key gives access to; `undefined` if the key is unknown, expired or
     * revoked, or its session or project was deleted.
     */
    find: async (
      key: string,
    ): Promise<{ project: Project; sessionId: string; keyId: string } | undefined> => {
      const row =
        key.length <= 200
          ? await store.findByKey(hashToken(key), parts.clock.now().toISOString())
          : undefined
      const project = row && (await parts.projects.get(row.project_id))
      return row && project && { project, sessionId: row.session_id, keyId: row.id }
    },

    revoke: async (project: Project, sessionId: string, id: string): Promise<void> => {
      if (!(await store.delete(project.id, sessionId, id)))
        throw new ServiceError('not_found', `The session has no MCP key "${id}"`, {
          suggestedFix: `GET /api/v3/tool_router/session/${sessionId}/mcp_keys lists them; deleting the session revokes all of its keys`,
        })
    },
  }
}
