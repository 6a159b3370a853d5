import type { Database } from '../platform/database/index.ts'
import { listOwned, type Retention, type UserRecords } from '../platform/retention/index.ts'

/** Tables whose rows others name by id. */
const named = new Set(['connected_accounts', 'sessions', 'trigger_instances', 'session_approvals'])

/** The ids of what a user has, by table. */
export const findRecords = async (
  handle: Database['handle'],
  tables: readonly Retention[],
  scope: string,
  userId: string,
): Promise<UserRecords> => {
  const user = { scope, userId, owned: new Map<string, string[]>() }
  for (const table of tables)
    if (named.has(table.table)) user.owned.set(table.table, await listOwned(handle, table, user))
  return user
}
