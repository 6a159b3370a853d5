import { sql } from 'kysely'
import type { Handle } from '../platform/database/index.ts'

type Tables = {
  organizations: { id: string; name: string; created_at: string }
  projects: {
    id: string
    organization_id: string
    name: string
    config: string
    data_key: string
    /** Counts changes of the project's toolkits, so that caches on every node know when they are old. */
    catalog_stamp: number
    created_at: string
    updated_at: string
  }
  api_keys: {
    id: string
    kind: 'project' | 'user' | 'organization'
    organization_id: string
    project_id: string | null
    name: string
    hash: string
    hint: string
    created_at: string
  }
}

export type OrganizationRow = Tables['organizations']
export type ProjectRow = Tables['projects']
export type ApiKeyRow = Tables['api_keys']

/** SQL of organizations, projects and their keys. */
export const projectStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    hasOrganization: async () => (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined,
    insertOrganization: (row: OrganizationRow) => db.insertInto('organizations').values(row).execute(),
    insertProject: (row: ProjectRow) => db.insertInto('projects').values(row).execute(),
    insertKey: (row: ApiKeyRow) => db.insertInto('api_keys').values(row).execute(),
    findKey: (hash: string) => db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst(),
    findProject: (id: string) => db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst(),
    findProjectByName: (organizationId: string, name: string) =>
      db.selectFrom('projects').select('id').where('organization_id', '=', organizationId).where('name', '=', name).executeTakeFirst(),
    updateConfig: (id: string, config: string, updatedAt: string) =>
      db.updateTable('projects').set({ config, updated_at: updatedAt }).where('id', '=', id).execute(),
    bumpCatalogStamp: async (id: string) => {
      const row = await db.updateTable('projects').set({ catalog_stamp: sql<number>`catalog_stamp + 1` }).where('id', '=', id).returning('catalog_stamp').executeTakeFirst()
      return row?.catalog_stamp
    },
  }
}
