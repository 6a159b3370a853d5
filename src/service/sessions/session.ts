import { LRUCache } from 'lru-cache'
import type { SessionConfig, SessionRequest } from '../../contract/sessions.ts'
import type { Accounts } from '../accounts/account.ts'
import type { AuthConfigs } from '../auth-configs/auth-config.ts'
import type { Catalog, CatalogTool, Toolkit, ToolSummary } from '../catalog/catalog.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { createId } from '../platform/ids.ts'
import type { Project, Projects } from '../projects/project.ts'
import { ServiceError } from '../service-error.ts'
import { checkReferences } from './check-references.ts'
import { toPolicy, type Policy } from './policy.ts'
import { sessionStore, type SessionRow } from './store.ts'
import { toConfig } from './to-config.ts'

/** A session ready for use: who, with which tools in which versions, under which rules. */
export type OpenSession = {
  id: string
  project: Project
  config: SessionConfig
  policy: Policy
  /** Every toolkit the session may use, in the version it was created with. */
  toolkits: ReadonlyMap<string, Toolkit>
}

/** What became of asking a session for a tool. */
export type FoundTool = { tool: CatalogTool; toolkit: Toolkit }

export type Sessions = ReturnType<typeof createSessions>

type Parts = { database: Database; projects: Projects; catalog: Catalog; accounts: Accounts; authConfigs: AuthConfigs; clock: Clock }

/** The rules of tool router sessions. */
export const createSessions = (parts: Parts) => {
  const store = sessionStore(parts.database.handle)

  // A session never changes; half a second bounds how long another node still knows a deleted one.
  const recent = new LRUCache<string, SessionRow>({
    max: 10_000,
    ttl: 500,
    fetchMethod: (key) => {
      const [projectId = '', id = ''] = key.split(' ')
      return store.find(projectId, id)
    },
  })

  const toOpenSession = async (caller: Project, row: SessionRow): Promise<OpenSession> => {
    // Made on another node a moment ago, with toolkits that this node has not heard of.
    const project = row.catalog_stamp > caller.catalogStamp ? await parts.projects.reload(caller.id) : caller
    const config = JSON.parse(row.config) as SessionConfig
    const policy = toPolicy(config)
    const toolkits = await parts.catalog.listToolkitsAt(project, row.catalog_stamp)
    return { id: row.id, project, config, policy, toolkits: new Map([...toolkits].filter(([slug]) => policy.allowsToolkit(slug))) }
  }

  return {
    create: async (caller: Project, request: SessionRequest): Promise<OpenSession> => {
      const project = await parts.projects.reload(caller.id)
      const config = toConfig(request)
      await checkReferences(parts, project, config)
      const row: SessionRow = {
        id: createId('trs_'),
        project_id: project.id,
        user_id: request.user_id,
        config: JSON.stringify(config),
        catalog_stamp: project.catalogStamp,
        created_at: parts.clock.now().toISOString(),
      }
      await store.insert(row)
      return toOpenSession(project, row)
    },

    open: async (project: Project, id: string): Promise<OpenSession> => {
      const row = await recent.fetch(`${project.id} ${id}`)
      if (!row) throw unknownSession(id)
      return toOpenSession(project, row)
    },

    delete: async (project: Project, id: string): Promise<void> => {
      recent.delete(`${project.id} ${id}`)
      if (!(await store.delete(project.id, id))) throw unknownSession(id)
    },

    /** The tools that the session may use, of all its toolkits. */
    listTools: async (session: OpenSession): Promise<ToolSummary[]> => {
      const lists = await Promise.all([...session.toolkits].map(([slug, toolkit]) => parts.catalog.listTools(session.project, slug, toolkit.version)))
      return lists.flat().filter((tool) => session.policy.allowsTool(tool))
    },

    /** A tool that the session may use; refuses one that does not exist (404) and one that its rules exclude (403). */
    getTool: async (session: OpenSession, slug: string): Promise<FoundTool> => {
      const upperCase = slug.toUpperCase()
      const owner = await parts.catalog.toolkitOfTool(session.project, upperCase)
      const toolkit = owner === undefined ? undefined : session.toolkits.get(owner)
      const tool = toolkit && (await parts.catalog.findTool(session.project, upperCase, toolkit.version))
      if (owner !== undefined && !session.policy.allowsToolkit(owner)) throw notAllowed(upperCase)
      if (!toolkit || !tool) throw new ServiceError('not_found', `The session has no tool "${upperCase}"`, { suggestedFix: 'Search for it with SVC_SEARCH_TOOLS' })
      if (!session.policy.allowsTool({ slug: upperCase, toolkit: tool.toolkit, tags: tool.definition.tags })) throw notAllowed(upperCase)
      return { tool, toolkit }
    },
  }
}

const unknownSession = (id: string) => new ServiceError('not_found', `No session "${id}"`, { suggestedFix: 'Create one with POST /api/v3/tool_router/session' })

const notAllowed = (slug: string) =>
  new ServiceError('forbidden', `The rules of this session exclude the tool "${slug}"`, { suggestedFix: 'Use a tool that SVC_SEARCH_TOOLS finds, or create a session that allows this one' })
