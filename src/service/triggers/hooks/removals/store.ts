import { modifyRow, type Handle, type Merge } from '../../../platform/database/index.ts'

type Tables = {
  hook_removals: {
    id: string
    project_id: string
    /** The account whose credential is used; null if the toolkit needs none. */
    connected_account_id: string | null
    /** Its own wrapped key, since that of the project may be destroyed before. */
    data_key: string
    /** The hooks and the credential, encrypted. */
    sealed: string
    created_at: string
  }
}

export type HookRemovalRow = Tables['hook_removals']

/** SQL of hooks that must still be unregistered from their providers. */
export const hookRemovalStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insert: (row: HookRemovalRow) => db.insertInto('hook_removals').values(row).execute(),
    find: (id: string) =>
      db.selectFrom('hook_removals').selectAll().where('id', '=', id).executeTakeFirst(),
    modify: (id: string, merge: Merge<HookRemovalRow>) =>
      modifyRow(db, 'hook_removals', { id }, merge),
    delete: (id: string) => db.deleteFrom('hook_removals').where('id', '=', id).execute(),
    needsAccount: async (accountId: string): Promise<boolean> =>
      (await db
        .selectFrom('hook_removals')
        .select('id')
        .where('connected_account_id', '=', accountId)
        .limit(1)
        .executeTakeFirst()) !== undefined,
    takeSomeOlderThan: (time: string, limit: number) => {
      const some = db
        .selectFrom('hook_removals')
        .select('id')
        .where('created_at', '<', time)
        .limit(limit)
      return db
        .deleteFrom('hook_removals')
        .where('id', 'in', some)
        .returning(['id', 'project_id', 'connected_account_id'])
        .execute()
    },
  }
}
