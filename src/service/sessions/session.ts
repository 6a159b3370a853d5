import { LRUCache } from 'lru-cache'
import type { SessionConfig, SessionRequest } from '../../contract/session-config.ts'
import type { ExperimentalRequest } from '../../contract/session-custom-tools.ts'
import type { Accounts } from '../accounts/account.ts'
import type { AuthConfigs } from '../auth-configs/auth-config.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { deleteInPortions } from '../platform/delete-in-portions.ts'
import type { Events } from '../platform/events/index.ts'
import { createId } from '../platform/ids.ts'
import type { Project, Projects } from '../projects/project.ts'
import { ServiceError } from '../service-error.ts'
import { checkReferences, refuseCustomTools } from './check-references.ts'
import { listCustomTools, toSearchableCustom, type SessionExtras } from './custom-tools/custom-tool.ts'
import { refuseCustomCall } from './custom-tools/refuse-custom-call.ts'
import { toSessionExtras } from './custom-tools/to-session-extras.ts'
import { findTool, type FoundTool } from './find-tool.ts'
import type { OpenSession } from './open-session.ts'
import { toPolicy } from './policy.ts'
import { toSessionToolkits } from './session-toolkits.ts'
import { sessionStore, type SessionRow } from './store.ts'
import { toConfig } from './to-config.ts'

export type { FoundTool } from './find-tool.ts'
export type { OpenSession } from './open-session.ts'

/** What is read of a session once for many requests. */
type KnownSession = Omit<OpenSession, 'project' | 'toolkits' | 'everyToolkit'> & { catalogStamp: number; size: number }

export type Sessions = ReturnType<typeof createSessions>

type Parts = { database: Database; projects: Projects; catalog: Catalog; accounts: Accounts; authConfigs: AuthConfigs; events: Events; clock: Clock }

/** The rules of tool router sessions. */
export const createSessions = (parts: Parts) => {
  const store = sessionStore(parts.database.handle)

  parts.events.subscribe('project.deleted', 'sessions', ({ scope }) => deleteInPortions((limit) => store.deleteSomeOfProject(scope, limit)))

  // Only its custom tools ever change; half a second bounds how long another node still knows the old ones, or a deleted session.
  const recent = new LRUCache<string, KnownSession>({
    max: 10_000,
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ size }) => size,
    ttl: 500,
  })

  const load = async (projectId: string, id: string): Promise<KnownSession | undefined> => {
    const row = await store.find(projectId, id)
    const known = row && toKnownSession(row)
    if (known) recent.set(`${projectId} ${id}`, known)
    return known
  }

  const toOpenSession = async (caller: Project, { catalogStamp, ...known }: KnownSession): Promise<OpenSession> => {
    // Made on another node a moment ago, with toolkits that this node has not heard of.
    const project = catalogStamp > caller.catalogStamp ? await parts.projects.reload(caller.id) : caller
    const everyToolkit = await parts.catalog.listToolkitsAt(project, catalogStamp)
    return { ...known, project, everyToolkit, toolkits: toSessionToolkits(everyToolkit, known.policy) }
  }

  const open = async (project: Project, id: string): Promise<OpenSession> => {
    const known = recent.get(`${project.id} ${id}`) ?? (await load(project.id, id))
    if (!known) throw unknownSession(id)
    return toOpenSession(project, known)
  }

  return {
    create: async (caller: Project, request: SessionRequest): Promise<OpenSession> => {
      const project = await parts.projects.reload(caller.id)
      const config = toConfig(request)
      const extras = toSessionExtras(request.experimental ?? {})
      await checkReferences(parts, project, config, extras)
      const row: SessionRow = {
        id: createId('trs_'),
        project_id: project.id,
        user_id: request.user_id,
        config: JSON.stringify(config),
        catalog_stamp: project.catalogStamp,
        created_at: parts.clock.now().toISOString(),
        extras: JSON.stringify(extras),
      }
      await store.insert(row)
      return toOpenSession(project, toKnownSession(row))
    },

    open,

    /** Puts other custom tools in the place of the session's own; the user's time zone stays unless another is given. */
    attach: async (project: Project, id: string, request: ExperimentalRequest): Promise<OpenSession> => {
      const session = await open(project, id)
      const { userTimezone, ...extras } = toSessionExtras(request)
      await refuseCustomTools(parts, session.project, session.config, extras)
      const modified = await parts.database.transaction((transaction) =>
        sessionStore(transaction).modify(project.id, id, (row) => ({ extras: JSON.stringify({ userTimezone: userTimezone ?? extrasOf(row).userTimezone, ...extras }) })),
      )
      if (!modified) throw unknownSession(id)
      recent.delete(`${project.id} ${id}`)
      return open(project, id)
    },

    delete: async (project: Project, id: string): Promise<void> => {
      const isDeleted = await store.delete(project.id, id)
      recent.delete(`${project.id} ${id}`)
      if (!isDeleted) throw unknownSession(id)
    },

    /** A tool that the session may use; refuses one that does not exist (404), one that its rules exclude (403) and one that runs elsewhere (400). */
    getTool: async (session: OpenSession, slug: string): Promise<FoundTool> => {
      const verdict = await findTool(parts.catalog, session, slug)
      switch (verdict.is) {
        case 'allowed':
          return verdict
        case 'custom':
          throw await refuseCustomCall(parts.accounts, session, verdict.custom)
        case 'excluded':
          throw new ServiceError('forbidden', `The rules of this session exclude the tool "${slug.toUpperCase()}"`, { suggestedFix: 'Use a tool that SVC_SEARCH_TOOLS finds, or create a session that allows this one' })
        case 'unknown':
          throw new ServiceError('not_found', `The session has no tool "${slug.toUpperCase()}"`, { suggestedFix: 'Search for it with SVC_SEARCH_TOOLS' })
        default:
          return verdict satisfies never
      }
    },
  }
}

const extrasOf = (row: SessionRow) => JSON.parse(row.extras ?? '{}') as SessionExtras

const toKnownSession = (row: SessionRow): KnownSession => {
  const config = JSON.parse(row.config) as SessionConfig
  const extras = extrasOf(row)
  const customTools = new Map(listCustomTools(extras).map((tool) => [tool.slug, tool]))
  return {
    id: row.id,
    config,
    policy: toPolicy(config, customTools),
    extras,
    customTools,
    searchableCustom: [...customTools.values()].map(toSearchableCustom),
    catalogStamp: row.catalog_stamp,
    size: row.config.length + (row.extras?.length ?? 0),
  }
}

const unknownSession = (id: string) => new ServiceError('not_found', `No session "${id}"`, { suggestedFix: 'Create one with POST /api/v3/tool_router/session' })
