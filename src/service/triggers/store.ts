import type { Handle } from '../platform/database/index.ts'
import type { PageRequest } from '../platform/pagination.ts'

type Tables = {
  trigger_instances: {
    id: string
    uuid: string
    project_id: string
    trigger_slug: string
    toolkit_slug: string
    version: string
    /** The account with its owner; all three are absent where the toolkit needs no account. */
    connected_account_id: string | null
    auth_config_id: string | null
    user_id: string | null
    /** The same for instances that match: one of trigger type, account and configuration. */
    match_key: string
    /** Encrypted, as are `state` and `trigger_data`. */
    config: string
    state: string | null
    trigger_data: string | null
    disabled_at: string | null
    created_at: string
    updated_at: string
  }
}

export type TriggerInstanceRow = Tables['trigger_instances']

export type TriggerInstanceFilter = {
  userIds?: string[] | undefined
  accountIds?: string[] | undefined
  authConfigIds?: string[] | undefined
  ids?: string[] | undefined
  triggerSlugs?: string[] | undefined
  showDisabled?: boolean | undefined
}

const columns = {
  userIds: 'user_id',
  accountIds: 'connected_account_id',
  authConfigIds: 'auth_config_id',
  ids: 'id',
  triggerSlugs: 'trigger_slug',
} as const satisfies Partial<Record<keyof TriggerInstanceFilter, keyof TriggerInstanceRow>>

/** SQL of trigger instances. */
export const triggerStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const filtered = (projectId: string, filter: TriggerInstanceFilter) => {
    let query = db.selectFrom('trigger_instances').where('project_id', '=', projectId)
    for (const name of Object.keys(columns) as (keyof typeof columns)[]) {
      const values = filter[name]
      // An empty list is a filter that was left empty; `in ()` is no SQL.
      if (values && values.length > 0) query = query.where(columns[name], 'in', values)
    }
    return filter.showDisabled ? query : query.where('disabled_at', 'is', null)
  }
  const some = (projectId: string, limit: number) => db.selectFrom('trigger_instances').select('id').where('project_id', '=', projectId).limit(limit)
  const deleteAll = async (ids: ReturnType<typeof some>) => Number((await db.deleteFrom('trigger_instances').where('id', 'in', ids).executeTakeFirst()).numDeletedRows)

  return {
    /** Inserts nothing where a matching instance exists. */
    insert: async (row: TriggerInstanceRow): Promise<boolean> => {
      const result = await db
        .insertInto('trigger_instances')
        .values(row)
        .onConflict((conflict) => conflict.columns(['project_id', 'match_key']).doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    find: (projectId: string, id: string) => db.selectFrom('trigger_instances').selectAll().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst(),
    updateMatching: (projectId: string, matchKey: string, changes: Partial<TriggerInstanceRow>) =>
      db.updateTable('trigger_instances').set(changes).where('project_id', '=', projectId).where('match_key', '=', matchKey).returning(['id', 'uuid']).executeTakeFirst(),
    findByUuid: (projectId: string, uuid: string) =>
      db.selectFrom('trigger_instances').select('id').where('project_id', '=', projectId).where('uuid', '=', uuid).executeTakeFirst(),
    list: (projectId: string, filter: TriggerInstanceFilter, page: PageRequest) =>
      filtered(projectId, filter).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    count: async (projectId: string, filter: TriggerInstanceFilter) => {
      const { count } = await filtered(projectId, filter).select((expression) => expression.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      return count
    },
    update: async (projectId: string, id: string, changes: Partial<TriggerInstanceRow>): Promise<boolean> => {
      const result = await db.updateTable('trigger_instances').set(changes).where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
    delete: async (projectId: string, id: string): Promise<boolean> => (await deleteAll(some(projectId, 1).where('id', '=', id))) > 0,
    deleteSomeOfAccount: (projectId: string, accountId: string, limit: number) => deleteAll(some(projectId, limit).where('connected_account_id', '=', accountId)),
    deleteSomeOfAuthConfig: (projectId: string, authConfigId: string, limit: number) => deleteAll(some(projectId, limit).where('auth_config_id', '=', authConfigId)),
    deleteSomeOfToolkit: (projectId: string, toolkit: string, createdUntil: string, limit: number) =>
      deleteAll(some(projectId, limit).where('toolkit_slug', '=', toolkit).where('created_at', '<=', createdUntil)),
    deleteSomeOfProject: (projectId: string, limit: number) => deleteAll(some(projectId, limit)),
  }
}
