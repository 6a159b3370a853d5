import type { ProjectConfig } from '../../contract/projects.ts'
import type { Project } from '../endpoint/index.ts'
import type { Clock } from '../platform/clock.ts'
import { createReadCache } from '../platform/create-read-cache.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import { createId } from '../platform/ids.ts'
import type { Secrets } from '../platform/secrets/index.ts'
import { outline, storedJson } from '../platform/stored-json.ts'
import { ServiceError } from '../service-error.ts'
import { projectStore, type ProjectRow } from './store.ts'

export type Projects = ReturnType<typeof createProjectRules>

export const defaultConfig: ProjectConfig = {
  is_2FA_enabled: false,
  mask_secret_keys_in_connected_account: true,
  log_visibility_setting: 'show_all',
  require_mcp_api_key: true,
  is_svc_link_enabled_for_managed_auth: false,
  signed_url_file_expiry_in_seconds: 3600,
  mcp_key_expiry_in_seconds: 30 * 24 * 3600,
  require_connection_confirmation: false,
  page_theme: 'system',
}

const readConfig = storedJson('projects.config', outline<Partial<ProjectConfig>>({}))

const configOf = (stored: string, id: string): ProjectConfig => ({
  ...defaultConfig,
  ...readConfig(stored, id),
})

/** The rules of projects. */
export const createProjectRules = (parts: {
  database: Database
  secrets: Secrets
  clock: Clock
}) => {
  const toProject = (row: ProjectRow): Project => ({
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    config: configOf(row.config, row.id),
    logo: row.logo,
    catalogStamp: row.catalog_stamp,
    dataKey: parts.secrets.open(row.id, row.data_key),
  })

  // Half a second, so that another node's change is seen within the second that rule 2.6 promises.
  const recent = createReadCache(
    async (id) => {
      const row = await projectStore(parts.database.handle).findProject(id)
      return row && toProject(row)
    },
    { forMs: 500, maximum: 1000 },
  )

  /**
   * Returns the new project's id; `undefined` when the organization already has a project of this
   * name.
   */
  const insert = async (
    transaction: Handle,
    organizationId: string,
    name: string,
    config: Partial<ProjectConfig>,
  ): Promise<string | undefined> => {
    const id = createId('pr_')
    const now = parts.clock.now().toISOString()
    const inserted = await projectStore(transaction).insertProject({
      id,
      organization_id: organizationId,
      name,
      config: JSON.stringify(config),
      logo: null,
      data_key: parts.secrets.createDataKey(id),
      catalog_stamp: 0,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    return inserted ? id : undefined
  }

  return {
    insert,

    /** The project, at most half a second old. */
    get: recent.get,

    /** The project, read in a transaction. */
    read: async (transaction: Handle, id: string): Promise<Project | undefined> => {
      const row = await projectStore(transaction).findProject(id)
      return row && toProject(row)
    },

    /** The project, bypassing the cache. */
    reload: async (id: string): Promise<Project> => {
      const project = await recent.reload(id)
      if (!project) throw deletedProject()
      return project
    },

    updateConfig: async (id: string, changes: Partial<ProjectConfig>): Promise<ProjectConfig> => {
      const config = await parts.database.transaction(async (transaction) => {
        const modified = await projectStore(transaction).modifyProject(id, ({ config }) => ({
          config: JSON.stringify({ ...configOf(config, id), ...changes }),
          updated_at: parts.clock.now().toISOString(),
        }))
        if (!modified) throw deletedProject()
        return configOf(modified.row.config, id)
      })
      recent.forget(id)
      return config
    },

    /** `keep` stores the image, after the project was locked against other changes. */
    setLogo: async (
      id: string,
      logo: string | null,
      keep: (transaction: Handle) => Promise<void>,
    ): Promise<void> => {
      await parts.database.transaction(async (transaction) => {
        const modified = await projectStore(transaction).modifyProject(id, () => ({ logo }))
        if (!modified) throw deletedProject()
        await keep(transaction)
      })
      recent.forget(id)
    },

    /**
     * Notifies every node that the project's toolkits changed; part of the change's transaction.
     */
    bumpCatalogStamp: async (transaction: Handle, id: string): Promise<number> => {
      const stamp = await projectStore(transaction).bumpCatalogStamp(id)
      if (stamp === undefined) throw deletedProject()
      return stamp
    },

    /** Serializes transactions that check a limit of the project before they add to it. */
    lock: async (transaction: Handle, id: string): Promise<void> => {
      if (!(await projectStore(transaction).lockProject(id))) throw deletedProject()
    },

    /** Invalidates this node's cached copy of a project that it has just changed. */
    forget: recent.forget,
  }
}

const deletedProject = () =>
  new ServiceError('not_found', 'The project was deleted', {
    suggestedFix: 'Use the key of another project; GET /api/v3/org/owner/project/list lists them',
  })
