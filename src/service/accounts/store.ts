import type { AccountInspection } from './account-inspection.ts'
import {
  sql,
  type Expression,
  type Generated,
  type Insertable,
  type Selectable,
  type SqlBool,
} from 'kysely'
import type { AccountStatus, LinkConfirmation } from '../../contract/connected-accounts.ts'
import { modifyRow, noteChange, type Handle, type Merge } from '../platform/database/index.ts'
import { countByValue, readPage, readRows, type List } from '../platform/lists/index.ts'
import type { PageRequest } from '../platform/pagination.ts'

export type Tables = {
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
    /** As its user or the project named it. */
    name: string | null
    /** Whether the API accepted the credential when the account was connected, and when. */
    verification: Generated<AccountInspection['verification']>
    verified_at: string | null
    /** JSON: whose account it is. */
    identity: string | null
    values: string
    /** Rises with every write of the values. */
    version: Generated<number>
    /** When the credential was granted, and until when it is good; null: unknown. */
    granted_at: string | null
    expires_at: string | null
    /**
     * Who renews the credential now, and when that counts as given up, by the clock of the
     * database.
     */
    lease_owner: string | null
    lease_until: string | null
    /** When a renewal began that did not report its end; null once a later one succeeded. */
    interrupted_at: string | null
    /** How often in a row the renewal failed, and until when it is not tried again. */
    refresh_failures: Generated<number>
    refresh_not_before: string | null
    created_at: string
    updated_at: string
  }
  link_sessions: {
    id: string
    token_hash: string
    project_id: string
    connected_account_id: string
    /**
     * Set for a link that several answers may repeat while it is valid: one for each user, auth
     * config and callback.
     */
    offer_key: string | null
    callback_url: string | null
    /** Null: as the project says. */
    confirmation: LinkConfirmation | null
    /** Prefilled values, and the token of a link that is repeated, encrypted. */
    secrets: string
    created_at: string
    expires_at: string
    used_at: string | null
    /** Hash of what tells the browser that began to use the link; no other may go on with it. */
    browser_hash: string | null
  }
  authorization_attempts: {
    id: string
    connected_account_id: string
    expires_at: string
    used_at: string | null
  }
  connection_choices: { connected_account_id: string; expires_at: string }
}

export type AccountRow = Selectable<Tables['connected_accounts']>
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

export const accountList: List = {
  table: 'connected_accounts',
  scope: 'project_id',
  filters: ['user_id', 'auth_config_id', 'toolkit_slug', 'status'],
  counters: [
    { by: [] },
    { by: ['user_id'] },
    { by: ['auth_config_id'] },
    { by: ['toolkit_slug'] },
    { by: ['status'] },
    // Every two or more of the filters together.
    { within: 'user_id', by: ['auth_config_id', 'toolkit_slug', 'status'] },
    { within: 'auth_config_id', by: ['toolkit_slug', 'status'] },
    { within: 'toolkit_slug', by: ['status'] },
  ],
}

const toSelection = (
  projectId: string,
  { userIds, toolkits, authConfigIds, ids, statuses, isDisabled }: AccountFilter,
) => ({
  scope: projectId,
  where: {
    user_id: userIds,
    toolkit_slug: toolkits,
    auth_config_id: authConfigIds,
    id: ids,
    status: statuses,
    is_disabled: isDisabled === undefined ? undefined : [isDisabled ? 1 : 0],
  },
})

/** Has the accounts that calls of the project use read again. */
export const noteAccounts = (handle: Handle, projectId: string): void =>
  noteChange(handle, 'connected_accounts', projectId)

/** SQL of connected accounts. */
export const accountStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insert: async (row: Insertable<Tables['connected_accounts']>) => {
      await db.insertInto('connected_accounts').values(row).execute()
      noteAccounts(handle, row.project_id)
    },
    find: (projectId: string, id: string) =>
      db
        .selectFrom('connected_accounts')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    page: (projectId: string, filter: AccountFilter, order: AccountOrder, page: PageRequest) =>
      readPage<AccountRow>(handle, accountList, toSelection(projectId, filter), order, page),
    /** The first of a list. */
    list: (
      projectId: string,
      filter: AccountFilter,
      order: AccountOrder,
      { limit }: { limit: number },
    ) =>
      readRows<AccountRow>(handle, accountList, toSelection(projectId, filter), order, { limit }),
    countByAuthConfig: (projectId: string, authConfigIds: string[]) =>
      countByValue(handle, accountList, projectId, 'auth_config_id', authConfigIds),
    findByUuid: (projectId: string, uuid: string) =>
      db
        .selectFrom('connected_accounts')
        .select('id')
        .where('project_id', '=', projectId)
        .where('uuid', '=', uuid)
        .executeTakeFirst(),
    modify: async (projectId: string, id: string, merge: Merge<AccountRow>) => {
      const modified = await modifyRow(
        db,
        'connected_accounts',
        { project_id: projectId, id },
        merge,
      )
      noteAccounts(handle, projectId)
      return modified
    },
    /** False when there is no such account in one of these states. */
    updateIn: async (
      projectId: string,
      id: string,
      statuses: readonly AccountStatus[],
      changes: Partial<AccountRow>,
    ) => {
      const updated = await db
        .updateTable('connected_accounts')
        .set(withVersion(changes))
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('status', 'in', statuses)
        .executeTakeFirst()
      noteAccounts(handle, projectId)
      return updated.numUpdatedRows > 0n
    },
    /** What was deleted; nothing when there was no such account. */
    delete: async (
      projectId: string,
      id: string,
      condition: Expression<SqlBool> = sql<boolean>`1 = 1`,
    ) => {
      const deleted = await db
        .deleteFrom('connected_accounts')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where(condition)
        .returningAll()
        .executeTakeFirst()
      noteAccounts(handle, projectId)
      return deleted
    },
  }
}

/** Other values are another credential: who just renews the former one must not write over it. */
const withVersion = (changes: Partial<AccountRow>) =>
  changes.values === undefined
    ? changes
    : { ...changes, version: sql<number>`version + 1`, lease_owner: null, lease_until: null }

/** SQL of link sessions. */
export const linkStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** False when another link has the same offer key. */
    insert: async (row: LinkRow) => {
      const inserted = await db
        .insertInto('link_sessions')
        .values(row)
        .onConflict((conflict) => conflict.column('offer_key').doNothing())
        .executeTakeFirst()
      return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    findOffer: (offerKey: string) =>
      db
        .selectFrom('link_sessions as l')
        .innerJoin('connected_accounts as a', 'a.id', 'l.connected_account_id')
        .select([
          'l.id',
          'l.token_hash',
          'l.connected_account_id',
          'l.secrets',
          'l.expires_at',
          'l.used_at',
          'l.browser_hash',
          'a.status as account_status',
        ])
        .where('l.offer_key', '=', offerKey)
        .executeTakeFirst(),
    /** False when a concurrent request renewed the link. */
    renew: async (link: { id: string; token_hash: string }, changes: Partial<LinkRow>) => {
      const updated = await db
        .updateTable('link_sessions')
        .set(changes)
        .where('id', '=', link.id)
        .where('token_hash', '=', link.token_hash)
        .executeTakeFirst()
      return updated.numUpdatedRows > 0n
    },
    /** Accounts that wait for a user who no longer has a valid link. */
    expireAccounts: (now: string, reason: string) =>
      db
        .updateTable('connected_accounts')
        .set({ status: 'EXPIRED', status_reason: reason, updated_at: now })
        .where('status', 'in', ['INITIALIZING', 'INITIATED'])
        .where(
          'id',
          'in',
          db
            .selectFrom('link_sessions')
            .select('connected_account_id')
            .where('expires_at', '<=', now),
        )
        .where(
          'id',
          'not in',
          db
            .selectFrom('link_sessions')
            .select('connected_account_id')
            .where('expires_at', '>', now),
        )
        // At the provider this very moment: they may still come back.
        .where(
          'id',
          'not in',
          db
            .selectFrom('authorization_attempts')
            .select('connected_account_id')
            .where('expires_at', '>', now)
            .where('used_at', 'is', null),
        )
        .where(
          'id',
          'not in',
          db
            .selectFrom('connection_choices')
            .select('connected_account_id')
            .where('expires_at', '>', now),
        )
        .execute(),
    find: (id: string) =>
      db.selectFrom('link_sessions').selectAll().where('id', '=', id).executeTakeFirst(),
    findByToken: (tokenHash: string) =>
      db
        .selectFrom('link_sessions')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst(),
    /** Gives the link to a browser; false when another has it, or it was used. */
    bind: async (id: string, browserHash: string) => {
      const updated = await db
        .updateTable('link_sessions')
        .set({ browser_hash: browserHash })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .where((expression) =>
          expression.or([
            expression('browser_hash', 'is', null),
            expression('browser_hash', '=', browserHash),
          ]),
        )
        .executeTakeFirst()
      return updated.numUpdatedRows > 0n
    },
    /** False when it was used already. */
    use: async (id: string, now: string) => {
      const updated = await db
        .updateTable('link_sessions')
        .set({ used_at: now })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return updated.numUpdatedRows > 0n
    },
  }
}
