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
  link_sessions: {
    id: string
    token_hash: string
    project_id: string
    connected_account_id: string
    /** Set for a link that several answers may repeat while it is valid: one for each user, auth config and callback. */
    offer_key: string | null
    callback_url: string | null
    /** Prefilled values, and the token of a link that is repeated, encrypted. */
    secrets: string
    created_at: string
    expires_at: string
    used_at: string | null
  }
}

export type AccountRow = Tables['connected_accounts']
export type LinkRow = Tables['link_sessions']

export type AccountFilter = {
  userIds?: string[] | undefined
  toolkits?: string[] | undefined
  authConfigIds?: string[] | undefined
  ids?: string[] | undefined
  statuses?: AccountStatus[] | undefined
  isDisabled?: boolean | undefined
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
    if (filter.isDisabled !== undefined) query = query.where('is_disabled', '=', filter.isDisabled ? 1 : 0)
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
    findByUuid: (projectId: string, uuid: string) =>
      db.selectFrom('connected_accounts').select('id').where('project_id', '=', projectId).where('uuid', '=', uuid).executeTakeFirst(),
    deleteSomeOfProject: async (projectId: string, limit: number) => {
      const some = db.selectFrom('connected_accounts').select('id').where('project_id', '=', projectId).limit(limit)
      const deleted = await db.deleteFrom('connected_accounts').where('id', 'in', some).executeTakeFirst()
      return Number(deleted.numDeletedRows)
    },
    update: (projectId: string, id: string, changes: Partial<AccountRow>) =>
      db.updateTable('connected_accounts').set(changes).where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst(),
    delete: async (projectId: string, id: string) => {
      const deleted = await db.deleteFrom('connected_accounts').where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
  }
}

/** SQL of link sessions. */
export const linkStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** False when another link has the same offer key. */
    insert: async (row: LinkRow) => {
      const inserted = await db.insertInto('link_sessions').values(row).onConflict((conflict) => conflict.column('offer_key').doNothing()).executeTakeFirst()
      return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    findOffer: (offerKey: string) =>
      db
        .selectFrom('link_sessions as l')
        .innerJoin('connected_accounts as a', 'a.id', 'l.connected_account_id')
        .select(['l.id', 'l.token_hash', 'l.connected_account_id', 'l.secrets', 'l.expires_at', 'l.used_at', 'a.status as account_status'])
        .where('l.offer_key', '=', offerKey)
        .executeTakeFirst(),
    /** False when the link was renewed by somebody else meanwhile. */
    renew: async (link: { id: string; token_hash: string }, changes: Partial<LinkRow>) => {
      const updated = await db.updateTable('link_sessions').set(changes).where('id', '=', link.id).where('token_hash', '=', link.token_hash).executeTakeFirst()
      return updated.numUpdatedRows > 0n
    },
    /** Accounts that wait for a user who no longer has a valid link. */
    expireAccounts: (now: string, reason: string) =>
      db
        .updateTable('connected_accounts')
        .set({ status: 'EXPIRED', status_reason: reason, updated_at: now })
        .where('status', 'in', ['INITIALIZING', 'INITIATED'])
        .where('id', 'in', db.selectFrom('link_sessions').select('connected_account_id').where('expires_at', '<=', now))
        .where('id', 'not in', db.selectFrom('link_sessions').select('connected_account_id').where('expires_at', '>', now))
        .execute(),
    /** A link that may be offered again stays, so that its account is the next one's too. */
    deleteExpired: (before: string) => db.deleteFrom('link_sessions').where('expires_at', '<=', before).where('offer_key', 'is', null).execute(),
  }
}
