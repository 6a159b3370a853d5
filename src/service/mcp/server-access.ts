import type { Accounts } from '../accounts/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { hashToken } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Projects } from '../projects/index.ts'
import { ServiceError } from '../service-error.ts'
import { readUrlSecret, toMcpServer } from './mcp-server.ts'
import { isSignedFor, type UrlSubject } from './signed-url.ts'
import { mcpInstanceStore, mcpServerStore, mcpUrlRotationStore } from './store.ts'

/** What a `pbm_` key gives access to: one server, for one user. */
type KeyBinding = {
  project: Project
  serverId: string
  userId: string
  instanceId: string
  keyHint: string
}

export type ServerAccess = ReturnType<typeof createServerAccess>

/** Access to an MCP server without a project's key. */
export const createServerAccess = (parts: {
  database: Database
  projects: Projects
  accounts: Pick<Accounts, 'findUser'>
  clock: Clock
}) => ({
  /**
   * The server and user of the key; `undefined` if the key is unknown or replaced, or if its server
   * or project was deleted. Throws if it expired, so that its user learns what to do.
   */
  findByKey: async (key: string): Promise<KeyBinding | undefined> => {
    const row =
      key.length <= 200
        ? await mcpInstanceStore(parts.database.handle).findByKey(hashToken(key))
        : undefined
    const project = row && (await parts.projects.get(row.project_id))
    if (!row || !project) return undefined
    if (row.expires_at !== null && row.expires_at <= parts.clock.now().toISOString())
      throw new ServiceError(
        'unauthorized',
        `The key of this MCP server expired at ${row.expires_at}`,
        {
          suggestedFix: `Ask for a new key: the project makes it with POST /api/v3/mcp/servers/${row.server_id}/instances and rotate_key: true`,
        },
      )
    return {
      project,
      serverId: row.server_id,
      userId: row.user_id,
      instanceId: row.id,
      keyHint: row.key_hint,
    }
  },

  /**
   * The project of the server, if the URL was signed for this user or account and the project
   * requires no key. Throws if the URL expired.
   */
  findBySignature: async (subject: UrlSubject, signature: string): Promise<Project | undefined> => {
    const row = await mcpServerStore(parts.database.handle).findAnywhere(subject.serverId)
    const project = row && (await parts.projects.get(row.project_id))
    if (!project || project.config.require_mcp_api_key) return undefined
    const key = {
      secret: readUrlSecret(project, toMcpServer(row, [])),
      generation: await readGeneration(parts, project, subject),
    }
    if (!isSignedFor(key, subject, signature)) return undefined
    if (subject.expires !== undefined && subject.expires * 1000 <= parts.clock.now().getTime())
      throw new ServiceError(
        'unauthorized',
        `This URL of the MCP server expired at ${new Date(subject.expires * 1000).toISOString()}`,
        {
          suggestedFix:
            'Ask for a new URL: the project builds it with POST /api/v3/mcp/servers/generate',
        },
      )
    return project
  },
})

/** How often the URLs of the subject's user were rotated. */
const readGeneration = async (
  { database, accounts }: { database: Database; accounts: Pick<Accounts, 'findUser'> },
  project: Project,
  subject: UrlSubject,
): Promise<number> => {
  const userId =
    'userId' in subject ? subject.userId : await accounts.findUser(project, subject.accountId)
  if (userId === undefined) return 0
  const store = mcpUrlRotationStore(database.handle)
  return (await store.listOfUsers(project, subject.serverId, [userId])).get(userId) ?? 0
}
