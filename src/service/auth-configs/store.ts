import { sql } from 'kysely'
import type { AuthScheme } from '../../contract/common.ts'
import { modifyRow, noteChange, type Handle, type Merge } from '../platform/database/index.ts'
import { readPage, readRows, type List, type Order } from '../platform/lists/index.ts'
import type { PageRequest } from '../platform/pagination.ts'

type Tables = {
  auth_configs: {
    id: string
    uuid: string
    project_id: string
    toolkit_slug: string
    name: string
    auth_scheme: AuthScheme
    /**
     * The scheme of the toolkit as it was at creation: a new version of the toolkit does not move
     * credentials to other places.
     */
    scheme_definition: string
    /** The toolkit's servers at that time: its accounts' credentials are sent nowhere else. */
    servers: string
    status: 'ENABLED' | 'DISABLED'
    is_managed: number
    /** The redirect URI that was reserved for its application; null: the shared one. */
    redirect_key: string | null
    settings: string
    secrets: string
    created_by: string | null
    created_at: string
    last_updated_at: string
  }
}

export type AuthConfigRow = Tables['auth_configs']

export type AuthConfigFilter = {
  toolkits?: string[] | undefined
  search?: string | undefined
  showDisabled?: boolean | undefined
  isManaged?: boolean | undefined
}

const authConfigList: List = {
  table: 'auth_configs',
  scope: 'project_id',
  filters: ['toolkit_slug', 'is_managed', 'status'],
}

const newestFirst: Order = { by: 'created_at', direction: 'desc' }

const toSelection = (
  projectId: string,
  { toolkits, search, showDisabled, isManaged }: AuthConfigFilter,
) => ({
  scope: projectId,
  where: {
    toolkit_slug: toolkits,
    status: showDisabled ? undefined : ['ENABLED'],
    is_managed: isManaged === undefined ? undefined : [Number(isManaged)],
  },
  and: search
    ? sql`lower(name) like ${`%${search.toLowerCase().replaceAll(/[%_]/g, '')}%`}`
    : undefined,
})

/** SQL of auth configs. */
export const authConfigStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insert: (row: AuthConfigRow) => db.insertInto('auth_configs').values(row).execute(),
    find: (projectId: string, id: string) =>
      db
        .selectFrom('auth_configs')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    findMany: (projectId: string, ids: string[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('auth_configs')
            .selectAll()
            .where('project_id', '=', projectId)
            .where('id', 'in', ids)
            .execute(),
    page: (projectId: string, filter: AuthConfigFilter, page: PageRequest) =>
      readPage<AuthConfigRow>(
        handle,
        authConfigList,
        toSelection(projectId, filter),
        newestFirst,
        page,
      ),
    /** The newest rows of a list. */
    list: (projectId: string, filter: AuthConfigFilter, limit: number) =>
      readRows<AuthConfigRow>(handle, authConfigList, toSelection(projectId, filter), newestFirst, {
        limit,
      }),
    modify: async (projectId: string, id: string, merge: Merge<AuthConfigRow>) => {
      const modified = await modifyRow(db, 'auth_configs', { project_id: projectId, id }, merge)
      noteChange(handle, 'auth_configs', projectId)
      return modified
    },
    delete: async (projectId: string, id: string) => {
      const deleted = await db
        .deleteFrom('auth_configs')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      noteChange(handle, 'auth_configs', projectId)
      return deleted.numDeletedRows > 0n
    },
    findByUuid: (projectId: string, uuid: string) =>
      db
        .selectFrom('auth_configs')
        .select('id')
        .where('project_id', '=', projectId)
        .where('uuid', '=', uuid)
        .executeTakeFirst(),
    /** Without those that restrict no tools, which is usually all of them. */
    listEnabledSettings: (projectId: string) =>
      db
        .selectFrom('auth_configs')
        .select(['toolkit_slug', 'settings'])
        .where('project_id', '=', projectId)
        .where('status', '=', 'ENABLED')
        .where('settings', 'not like', '%"toolsAvailableForExecution":[]%')
        .execute(),
    /** Those created until this time. */
    listIdsOfToolkit: async (projectId: string, toolkit: string, until: string) => {
      const rows = await db
        .selectFrom('auth_configs')
        .select('id')
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', toolkit)
        .where('created_at', '<=', until)
        .execute()
      return rows.map((row) => row.id)
    },
  }
}
