import type { AuthScheme } from '../../contract/common.ts'
import type { Handle } from '../platform/database/index.ts'
import type { PageRequest } from '../platform/pagination.ts'

type Tables = {
  auth_configs: {
    id: string
    uuid: string
    project_id: string
    toolkit_slug: string
    name: string
    auth_scheme: AuthScheme
    /** The scheme of the toolkit as it was at creation: a new version of the toolkit does not move credentials to other places. */
    scheme_definition: string
    status: 'ENABLED' | 'DISABLED'
    settings: string
    secrets: string
    created_by: string | null
    created_at: string
    last_updated_at: string
  }
}

export type AuthConfigRow = Tables['auth_configs']

export type AuthConfigFilter = { toolkits?: string[] | undefined; search?: string | undefined; showDisabled?: boolean | undefined }

/** SQL of auth configs. */
export const authConfigStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const filtered = (projectId: string, filter: AuthConfigFilter) => {
    let query = db.selectFrom('auth_configs').where('project_id', '=', projectId)
    if (filter.toolkits) query = query.where('toolkit_slug', 'in', filter.toolkits)
    if (!filter.showDisabled) query = query.where('status', '=', 'ENABLED')
    const search = filter.search?.toLowerCase()
    if (search) query = query.where((expression) => expression(expression.fn<string>('lower', ['name']), 'like', `%${search.replaceAll(/[%_]/g, '')}%`))
    return query
  }
  return {
    insert: (row: AuthConfigRow) => db.insertInto('auth_configs').values(row).execute(),
    find: (projectId: string, id: string) => db.selectFrom('auth_configs').selectAll().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst(),
    findMany: (projectId: string, ids: string[]) =>
      ids.length === 0 ? Promise.resolve([]) : db.selectFrom('auth_configs').selectAll().where('project_id', '=', projectId).where('id', 'in', ids).execute(),
    list: (projectId: string, filter: AuthConfigFilter, page: PageRequest) =>
      filtered(projectId, filter).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    count: async (projectId: string, filter: AuthConfigFilter) => {
      const { count } = await filtered(projectId, filter).select((expression) => expression.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      return count
    },
    update: (projectId: string, id: string, changes: Partial<AuthConfigRow>) =>
      db.updateTable('auth_configs').set(changes).where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst(),
    delete: async (projectId: string, id: string) => {
      const deleted = await db.deleteFrom('auth_configs').where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
    findByUuid: (projectId: string, uuid: string) =>
      db.selectFrom('auth_configs').select('id').where('project_id', '=', projectId).where('uuid', '=', uuid).executeTakeFirst(),
    deleteSomeOfProject: async (projectId: string, limit: number) => {
      const some = db.selectFrom('auth_configs').select('id').where('project_id', '=', projectId).limit(limit)
      const deleted = await db.deleteFrom('auth_configs').where('id', 'in', some).executeTakeFirst()
      return Number(deleted.numDeletedRows)
    },
    listIdsOfToolkit: async (projectId: string, toolkit: string) => {
      const rows = await db.selectFrom('auth_configs').select('id').where('project_id', '=', projectId).where('toolkit_slug', '=', toolkit).execute()
      return rows.map((row) => row.id)
    },
  }
}
