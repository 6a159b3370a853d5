import { sql } from 'kysely'
import type { Handle } from '../../platform/database/index.ts'
import { noteAccounts, type AccountRow, type Tables } from '../store.ts'

/** SQL of the renewal of credentials. */
export const renewalStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** The account, and the time by the one clock that all nodes share. */
    find: async (
      projectId: string,
      id: string,
    ): Promise<{ row: AccountRow; databaseTime: Date } | undefined> => {
      const found = await db
        .selectFrom('connected_accounts')
        .selectAll()
        .select(sql<string | Date>`current_timestamp`.as('database_time'))
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!found) return undefined
      const { database_time: time, ...row } = found
      return {
        row,
        databaseTime: typeof time === 'string' ? new Date(`${time.replace(' ', 'T')}Z`) : time,
      }
    },
    /**
     * One of all who try at once gets it, and only with the credential and the lease as they were
     * read.
     */
    takeLease: async (
      row: AccountRow,
      lease: { owner: string; until: string; interruptedAt: string | null },
    ): Promise<boolean> => {
      const taken = await db
        .updateTable('connected_accounts')
        .set({
          lease_owner: lease.owner,
          lease_until: lease.until,
          interrupted_at: lease.interruptedAt,
        })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .where('status', '=', 'ACTIVE')
        .where('is_disabled', '=', 0)
        .where('lease_owner', row.lease_owner === null ? 'is' : '=', row.lease_owner)
        .executeTakeFirst()
      return taken.numUpdatedRows > 0n
    },
    /**
     * Ends the lease with what came of it; false for whoever lost it meanwhile. `values` are
     * another credential.
     */
    endLease: async (id: string, owner: string, changes: Partial<AccountRow>): Promise<boolean> => {
      const updated = await db
        .updateTable('connected_accounts')
        .set({
          ...changes,
          ...(changes.values !== undefined && { version: sql<number>`version + 1` }),
          lease_owner: null,
          lease_until: null,
        })
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .returning('project_id')
        .executeTakeFirst()
      if (updated) noteAccounts(handle, updated.project_id)
      return updated !== undefined
    },
    /**
     * False when the account has got another credential or another status, or, with
     * `unlessRenewing`, is about to get one.
     */
    expire: async (
      { id, version }: { id: string; version: number },
      changes: Pick<AccountRow, 'status_reason' | 'updated_at'>,
      { unlessRenewing }: { unlessRenewing: boolean },
    ): Promise<boolean> => {
      const updated = await db
        .updateTable('connected_accounts')
        .set({ ...changes, status: 'EXPIRED' })
        .where('id', '=', id)
        .where('version', '=', version)
        .where('status', '=', 'ACTIVE')
        .$if(unlessRenewing, (query) => query.where('lease_owner', 'is', null))
        .returning('project_id')
        .executeTakeFirst()
      if (updated) noteAccounts(handle, updated.project_id)
      return updated !== undefined
    },
  }
}
