import { LRUCache } from 'lru-cache'
import type { ProjectConfig } from '../../contract/projects.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import { createId } from '../platform/ids.ts'
import type { DataKey, Secrets } from '../platform/secrets/index.ts'
import { ServiceError } from '../service-error.ts'
import { createKey } from './api-key.ts'
import { projectStore, type ProjectRow } from './store.ts'

/** An isolated environment of an organization. */
export type Project = {
  id: string
  organizationId: string
  name: string
  config: ProjectConfig
  /** Rises with every change of the project's toolkits. */
  catalogStamp: number
  /** Encrypts what belongs to this project alone. */
  dataKey: DataKey
}

export type Projects = ReturnType<typeof createProjects>

export const defaultConfig: ProjectConfig = {
  is_2FA_enabled: false,
  mask_secret_keys_in_connected_account: true,
  log_visibility_setting: 'show_all',
  require_mcp_api_key: true,
  is_svc_link_enabled_for_managed_auth: false,
  signed_url_file_expiry_in_seconds: 3600,
}

/** The rules of projects. */
export const createProjects = (parts: { database: Database; secrets: Secrets; clock: Clock }) => {
  const toProject = (row: ProjectRow): Project => ({
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    config: { ...defaultConfig, ...(JSON.parse(row.config) as Partial<ProjectConfig>) },
    catalogStamp: row.catalog_stamp,
    dataKey: parts.secrets.open(row.id, row.data_key),
  })

  // Half a second, so that what another node changed is seen within the second that wire.md promises.
  const recent = new LRUCache<string, Project>({
    max: 1000,
    ttl: 500,
    fetchMethod: async (id) => {
      const row = await projectStore(parts.database.handle).findProject(id)
      return row && toProject(row)
    },
  })

  const insert = async (transaction: Handle, organizationId: string, name: string, config: Partial<ProjectConfig>): Promise<string> => {
    const id = createId('pr_')
    const now = parts.clock.now().toISOString()
    await projectStore(transaction).insertProject({
      id,
      organization_id: organizationId,
      name,
      config: JSON.stringify(config),
      data_key: parts.secrets.createDataKey(id),
      catalog_stamp: 0,
      created_at: now,
      updated_at: now,
    })
    return id
  }

  return {
    insert,

    /** The project as it stands, or at most half a second ago. */
    get: async (id: string): Promise<Project | undefined> => recent.fetch(id),

    /** The project as it stands now. */
    reload: async (id: string): Promise<Project> => {
      const project = await recent.fetch(id, { forceRefresh: true })
      if (!project) throw new ServiceError('not_found', 'The project was deleted')
      return project
    },

    create: async (organizationId: string, request: { name: string; config?: Partial<ProjectConfig> | undefined; withKey: boolean }) =>
      parts.database.transaction(async (transaction) => {
        if (await projectStore(transaction).findProjectByName(organizationId, request.name)) {
          throw new ServiceError('invalid_request', `The organization already has a project "${request.name}"`, { suggestedFix: 'Choose another name' })
        }
        const id = await insert(transaction, organizationId, request.name, request.config ?? {})
        const key = request.withKey ? createKey(parts.clock, { kind: 'project', organizationId, projectId: id, name: 'default' }) : undefined
        if (key) await projectStore(transaction).insertKey(key.row)
        return { id, apiKey: key?.text ?? null }
      }),

    updateConfig: async (id: string, changes: Partial<ProjectConfig>): Promise<ProjectConfig> => {
      const config = await parts.database.transaction(async (transaction) => {
        const row = await projectStore(transaction).findProject(id)
        if (!row) throw new ServiceError('not_found', 'The project was deleted')
        const updated = { ...defaultConfig, ...(JSON.parse(row.config) as Partial<ProjectConfig>), ...changes }
        await projectStore(transaction).updateConfig(id, JSON.stringify(updated), parts.clock.now().toISOString())
        return updated
      })
      recent.delete(id)
      return config
    },

    /** Tells every node that the project's toolkits changed; part of the change's transaction. */
    bumpCatalogStamp: async (transaction: Handle, id: string): Promise<number> => {
      const stamp = await projectStore(transaction).bumpCatalogStamp(id)
      if (stamp === undefined) throw new ServiceError('not_found', 'The project was deleted')
      return stamp
    },

    /** Forgets what this node remembers of a project that it has just changed. */
    forget: (id: string): void => {
      recent.delete(id)
    },
  }
}
