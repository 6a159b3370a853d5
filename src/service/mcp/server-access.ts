import type { Database } from '../platform/database/index.ts'
import { hashToken } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Projects } from '../projects/project.ts'
import { readUrlSecret, toMcpServer } from './mcp-server.ts'
import { isSignedFor, type UrlSubject } from './signed-url.ts'
import { mcpInstanceStore, mcpServerStore } from './store.ts'

/** What a `pbm_` key opens: one server, for one user. */
export type KeyBinding = {
  project: Project
  serverId: string
  userId: string
  instanceId: string
  keyHint: string
}

export type ServerAccess = ReturnType<typeof createServerAccess>

/** Who may use an MCP server without a project's key. */
export const createServerAccess = (parts: { database: Database; projects: Projects }) => ({
  /**
   * What the key is bound to; `undefined` for a key that is unknown, was replaced, or whose server
   * or project was deleted.
   */
  findByKey: async (key: string): Promise<KeyBinding | undefined> => {
    const row =
      key.length <= 200
        ? await mcpInstanceStore(parts.database.handle).findByKey(hashToken(key))
        : undefined
    const project = row && (await parts.projects.get(row.project_id))
    return (
      row &&
      project && {
        project,
        serverId: row.server_id,
        userId: row.user_id,
        instanceId: row.id,
        keyHint: row.key_hint,
      }
    )
  },

  /**
   * The project of the server, when the URL was signed for this user or account and the project
   * requires no key.
   */
  findBySignature: async (subject: UrlSubject, signature: string): Promise<Project | undefined> => {
    const row = await mcpServerStore(parts.database.handle).findAnywhere(subject.serverId)
    const project = row && (await parts.projects.get(row.project_id))
    if (!project || project.config.require_mcp_api_key) return undefined
    return isSignedFor(readUrlSecret(project, toMcpServer(row, [])), subject, signature)
      ? project
      : undefined
  },
})
