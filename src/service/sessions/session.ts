import { z } from 'zod'
import { LRUCache } from 'lru-cache'
import type {
  SessionChanges,
  SessionConfig,
  SessionRequest,
} from '../../contract/session-config.ts'
import type { ExperimentalRequest } from '../../contract/session-custom-tools.ts'
import type { Accounts } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { createId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Project } from '../endpoint/index.ts'
import type { Projects } from '../projects/index.ts'
import { anyObject, outline, storedJson } from '../platform/stored-json.ts'
import { ServiceError } from '../service-error.ts'
import { checkReferences, rejectCustomTools, withPresentSlugs } from './check-references.ts'
import {
  listCustomTools,
  toSearchableCustom,
  type SessionExtras,
} from './custom-tools/custom-tool.ts'
import { mergeExtras } from './custom-tools/merge-extras.ts'
import { toSessionExtras } from './custom-tools/to-session-extras.ts'
import { createGetTool } from './get-tool.ts'
import type { OpenSession } from './open-session.ts'
import { toPolicy } from './policy.ts'
import { toSessionToolkits } from './session-toolkits.ts'
import { createExtendSession } from './extend-session.ts'
import { expiryOf, type Life, type Lifetimes } from './lifetime.ts'
import { sessionStore, type SessionRow } from './store.ts'
import { changeConfig, toConfig } from './to-config.ts'

export type { FoundTool } from './find-tool.ts'
export type { OpenSession } from './open-session.ts'

/** The cached part of a session. */
type KnownSession = Omit<OpenSession, 'project' | 'toolkits' | 'everyToolkit'> & {
  size: number
  life: Life
}

export type Sessions = ReturnType<typeof createSessionRules>

type Parts = {
  database: Database
  projects: Projects
  catalog: Catalog
  accounts: Accounts
  authConfigs: AuthConfigs
  events: Events
  clock: Clock
  log: Log
  kept: Lifetimes
}

type Merge = (current: { config: SessionConfig; extras: SessionExtras; configVersion: number }) => {
  config?: SessionConfig
  extras?: SessionExtras
  idleDays?: number | null
}

/** The rules of tool router sessions. */
export const createSessionRules = (parts: Parts) => {
  const store = sessionStore(parts.database.handle)

  // Another node may use a changed configuration, changed custom tools or a deleted session for at
  // most half a second.
  const recent = new LRUCache<string, KnownSession>({
    max: 10_000,
    maxSize: 64 * 1024 * 1024,
    // No more than 10,000 entries.
    sizeCalculation: ({ size }) => Math.max(6_711, size),
    ttl: 500,
  })

  const load = async (projectId: string, id: string): Promise<KnownSession | undefined> => {
    const row = await store.find(projectId, id)
    return row && remember(projectId, row)
  }

  const extendSession = createExtendSession(parts)

  /** A use lets a session end later. */
  const extend = async (projectId: string, known: KnownSession): Promise<KnownSession> => {
    const expiresAt = await extendSession(projectId, known.id, known.life)
    if (expiresAt === undefined) return known
    const extended = { ...known, expiresAt, life: { ...known.life, expires_at: expiresAt } }
    if (recent.get(`${projectId} ${known.id}`) === known)
      recent.set(`${projectId} ${known.id}`, extended)
    return extended
  }

  /**
   * A read that began before a change and ends after it returns the old value, which must not stay
   * in the cache.
   */
  const remember = (projectId: string, row: SessionRow): KnownSession => {
    const known = toKnownSession(parts, row)
    const other = recent.get(`${projectId} ${row.id}`)
    if (!other || other.configVersion <= known.configVersion)
      recent.set(`${projectId} ${row.id}`, known)
    return known
  }

  const toOpenSession = createToOpenSession(parts)

  const open = async (project: Project, id: string): Promise<OpenSession> => {
    const known = recent.get(`${project.id} ${id}`) ?? (await load(project.id, id))
    if (!known || known.expiresAt <= parts.clock.now().toISOString()) throw unknownSession(id)
    return toOpenSession(project, await extend(project.id, known))
  }

  /** Stores a change of the current session; a new configuration increments the version. */
  const change = async (project: Project, id: string, merge: Merge): Promise<OpenSession> => {
    const modified = await parts.database.transaction((transaction) =>
      sessionStore(transaction).modify(project.id, id, (row) => {
        const { config, extras, idleDays } = merge({
          config: configOf(row),
          extras: extrasOf(row),
          configVersion: row.config_version,
        })
        return {
          ...(extras && { extras: JSON.stringify(extras) }),
          ...(idleDays !== undefined && lifeOf(parts, row.created_at, idleDays)),
          ...(config && { config: JSON.stringify(config), config_version: row.config_version + 1 }),
        }
      }),
    )
    if (!modified) throw unknownSession(id)
    return toOpenSession(project, remember(project.id, modified.row))
  }

  return {
    create: async (caller: Project, request: SessionRequest): Promise<OpenSession> => {
      const project = await parts.projects.reload(caller.id)
      const given = toConfig(request)
      const extras = toSessionExtras(request.experimental ?? {})
      const tools = await checkReferences(
        parts,
        { project, toolkits: await parts.catalog.listToolkits(project), extras },
        given,
      )
      const config = withPresentSlugs(given, tools)
      await rejectCustomTools(parts, project, config, extras)
      const created_at = parts.clock.now().toISOString()
      const row: SessionRow = {
        id: createId('trs_'),
        project_id: project.id,
        user_id: request.user_id,
        config: JSON.stringify(config),
        catalog_stamp: project.catalogStamp,
        created_at,
        ...lifeOf(parts, created_at, request.expires_after_days ?? null),
        extras: JSON.stringify(extras),
        config_version: 1,
      }
      await store.insert(row)
      return toOpenSession(project, toKnownSession(parts, row))
    },

    open,

    /**
     * Changes the supplied settings. References are checked as at creation, against the session's
     * toolkit versions.
     */
    update: async (
      caller: Project,
      id: string,
      {
        if_config_version: expected,
        experimental,
        expires_after_days: idleDays,
        ...changes
      }: SessionChanges,
    ): Promise<OpenSession> => {
      const { project, config, extras: former, everyToolkit: toolkits } = await open(caller, id)
      const given = experimental && withoutAbsent(toSessionExtras(experimental))
      const extras = { ...former, ...given }
      const tools = await checkReferences(
        parts,
        { project, toolkits, extras },
        toConfig({ user_id: config.user_id, ...changes }),
      )
      if (given) await rejectCustomTools(parts, project, changeConfig(config, changes), extras)
      return change(project, id, (current) => {
        if (expected !== undefined && expected !== current.configVersion)
          throw staleVersion(id, expected, current.configVersion)
        return {
          config: withPresentSlugs(changeConfig(current.config, changes), tools),
          ...(idleDays !== undefined && { idleDays }),
          ...(given && { extras: { ...current.extras, ...given } }),
        }
      })
    },

    /**
     * Adds custom tools to the session, replacing those with the same slugs; the user's time zone
     * is kept unless a new one is given.
     */
    attach: async (
      caller: Project,
      id: string,
      request: ExperimentalRequest,
    ): Promise<OpenSession> => {
      const { project, config } = await open(caller, id)
      const attached = toSessionExtras(request)
      await rejectCustomTools(parts, project, config, attached)
      return change(project, id, ({ extras }) => {
        const merged = mergeExtras(extras, attached)
        // Most processes attach the same tools again.
        return JSON.stringify(merged) === JSON.stringify(extras) ? {} : { extras: merged }
      })
    },

    delete: async (project: Pick<Project, 'id'>, id: string): Promise<void> => {
      const isDeleted = await parts.database.transaction(async (transaction) => {
        if (!(await sessionStore(transaction).delete(project.id, id))) return false
        const data = { id }
        await parts.events.publish(transaction, {
          type: 'session.deleted',
          scope: project.id,
          data,
        })
        return true
      })
      recent.delete(`${project.id} ${id}`)
      if (!isDeleted) throw unknownSession(id)
    },

    getTool: createGetTool(parts),
    usesStamps: store.usesStamps,
  }
}

const createToOpenSession =
  (parts: Pick<Parts, 'projects' | 'catalog'>) =>
  async (caller: Project, known: KnownSession): Promise<OpenSession> => {
    const { catalogStamp } = known
    // Another node has just created the session, with toolkits that this node does not know yet.
    const project =
      catalogStamp > caller.catalogStamp ? await parts.projects.reload(caller.id) : caller
    const everyToolkit = await parts.catalog.listToolkitsAt(project, catalogStamp)
    return {
      ...known,
      project,
      everyToolkit,
      toolkits: toSessionToolkits(everyToolkit, known.policy),
    }
  }

const readConfig = storedJson('sessions.config', outline<SessionConfig>({ user_id: z.string() }))

const readExtras = storedJson(
  'sessions.extras',
  outline<SessionExtras>({
    customToolkits: z.array(anyObject).optional(),
    customTools: z.array(anyObject).optional(),
  }),
)

const configOf = (row: SessionRow) => readConfig(row.config, row.id)

const extrasOf = (row: SessionRow) => readExtras(row.extras ?? '{}', row.id)

const toKnownSession = (
  { clock, kept }: Pick<Parts, 'clock' | 'kept'>,
  row: SessionRow,
): KnownSession => {
  const config = configOf(row)
  const extras = extrasOf(row)
  const customTools = new Map(listCustomTools(extras).map((tool) => [tool.slug, tool]))
  return {
    id: row.id,
    config,
    configVersion: row.config_version,
    expiresAt: row.expires_at ?? expiryOf(row, kept, clock.now()),
    life: { created_at: row.created_at, expires_at: row.expires_at, idle_days: row.idle_days },
    policy: toPolicy(config, customTools),
    extras,
    customTools,
    searchableCustom: [...customTools.values()].map(toSearchableCustom),
    catalogStamp: row.catalog_stamp,
    size: row.config.length + (row.extras?.length ?? 0),
  }
}

/** What is stored of how long a session lives that is used now. */
const lifeOf = (
  { clock, kept }: Pick<Parts, 'clock' | 'kept'>,
  created_at: string,
  idle_days: number | null,
) => ({ idle_days, expires_at: expiryOf({ created_at, idle_days }, kept, clock.now()) })

const unknownSession = (id: string) =>
  new ServiceError('not_found', `No session "${id}"`, {
    suggestedFix: 'Create one with POST /api/v3/tool_router/session',
  })

const staleVersion = (id: string, expected: number, current: number) =>
  new ServiceError(
    'conflict',
    `The configuration of the session ${id} has version ${current}, not ${expected}: it was changed in the meantime`,
    {
      suggestedFix:
        'Read the session again, and send the change with its config_version if it still applies',
    },
  )

const withoutAbsent = ({
  userTimezone,
  customToolkits,
  customTools,
}: SessionExtras): SessionExtras => ({
  ...(userTimezone !== undefined && { userTimezone }),
  ...(customToolkits && { customToolkits }),
  ...(customTools && { customTools }),
})
