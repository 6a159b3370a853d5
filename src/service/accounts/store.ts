import type { AccountStatus } from '../../contract/connected-accounts.ts'
import type { Handle } from '../platform/database/index.ts'
import type { PageRequest } from '../platform/pagination.ts'

type Tables = {
  connected_accounts: {
    id: string
    uuid: string
    project_id: string
    user_id: string
    toolkit_slug: string
    auth_config_id: string
    status: AccountStatus
    status_reason: string | null
    is_disabled: number
    values: string
    created_at: string
    updated_at: string
  }
}

export type AccountRow = Tables['connected_accounts']

export type AccountFilter = {
  userIds?: string[] | undefined
  toolkits?: string[] | undefined
  authConfigIds?: string[] | undefined
  ids?: string[] | undefined
  statuses?: AccountStatus[] | undefined
}

export type AccountOrder = { by: 'created_at' | 'updated_at'; direction: 'asc' | 'desc' }

/** SQL of connected accounts. */
export const accountStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const filtered = (projectId: string, filter: AccountFilter) => {
    let query = db.selectFrom('connected_accounts').where('project_id', '=', projectId)
    if (filter.userIds) query = query.where('user_id', 'in', filter.userIds)
    if (filter.toolkits) query = query.where('toolkit_slug', 'in', filter.toolkits)
    if (filter.authConfigIds) query = query.where('auth_config_id', 'in', filter.authConfigIds)
    if (filter.ids) query = query.where('id', 'in', filter.ids)
    if (filter.statuses) query = query.where('status', 'in', filter.statuses)
    return query
  }
  return {
    insert: (row: AccountRow) => db.insertInto('connected_accounts').values(row).execute(),
    find: (projectId: string, id: string) => db.selectFrom('connected_accounts').selectAll().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst(),
    list: (projectId: string, filter: AccountFilter, order: AccountOrder, page: Pick<PageRequest, 'limit' | 'offset'>) =>
      filtered(projectId, filter).selectAll().orderBy(order.by, order.direction).orderBy('id', order.direction).limit(page.limit).offset(page.offset).execute(),
    count: async (projectId: string, filter: AccountFilter) => {
      const { count } = await filtered(projectId, filter).select((expression) => expression.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      return count
    },
    countByAuthConfig: (projectId: string, authConfigIds: string[]) =>
      authConfigIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('connected_accounts')
            .select((expression) => ['auth_config_id', expression.fn.countAll<number>().as('count')])
            .where('project_id', '=', projectId)
            .where('auth_config_id', 'in', authConfigIds)
            .groupBy('auth_config_id')
            .execute(),
    update: (projectId: string, id: string, changes: Partial<AccountRow>) =>
      db.updateTable('connected_accounts').set(changes).where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst(),
    delete: async (projectId: string, id: string) => {
      const deleted = await db.deleteFrom('connected_accounts').where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
  }
}
