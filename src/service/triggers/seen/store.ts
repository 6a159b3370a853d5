import type { Handle } from '../../platform/database/index.ts'

type Tables = { trigger_items: { instance_id: string; item_key: string; seen_at: string } }

/** SQLite binds at most 32,766 values a statement. */
const keysAtATime = 500

/** SQL of the items that trigger instances have seen. */
export const itemStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** When each of these was seen last, of those that were. */
    seen: async (instanceId: string, keys: string[]): Promise<Map<string, string>> => {
      const found = new Map<string, string>()
      for (let from = 0; from < keys.length; from += keysAtATime) {
        const some = keys.slice(from, from + keysAtATime)
        const rows = await db.selectFrom('trigger_items').select(['item_key', 'seen_at']).where('instance_id', '=', instanceId).where('item_key', 'in', some).execute()
        for (const { item_key, seen_at } of rows) found.set(item_key, seen_at)
      }
      return found
    },
    remember: async (instanceId: string, keys: string[], seenAt: string): Promise<void> => {
      for (let from = 0; from < keys.length; from += keysAtATime) {
        const rows = keys.slice(from, from + keysAtATime).map((item_key) => ({ instance_id: instanceId, item_key, seen_at: seenAt }))
        await db.insertInto('trigger_items').values(rows).onConflict((conflict) => conflict.columns(['instance_id', 'item_key']).doUpdateSet({ seen_at: seenAt })).execute()
      }
    },
    /** Answers false when it was seen before. */
    rememberNew: async (instanceId: string, key: string, seenAt: string): Promise<boolean> => {
      const row = { instance_id: instanceId, item_key: key, seen_at: seenAt }
      const { numInsertedOrUpdatedRows } = await db.insertInto('trigger_items').values(row).onConflict((conflict) => conflict.columns(['instance_id', 'item_key']).doNothing()).executeTakeFirstOrThrow()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    /** Forgets all but the newest. */
    keepNewest: async (instanceId: string, count: number): Promise<void> => {
      const oldest = await db.selectFrom('trigger_items').select(['seen_at', 'item_key']).where('instance_id', '=', instanceId).orderBy('seen_at', 'desc').orderBy('item_key').limit(1).offset(count).executeTakeFirst()
      if (!oldest) return
      await db.deleteFrom('trigger_items').where('instance_id', '=', instanceId).where('seen_at', '<', oldest.seen_at).execute()
      await db.deleteFrom('trigger_items').where('instance_id', '=', instanceId).where('seen_at', '=', oldest.seen_at).where('item_key', '>=', oldest.item_key).execute()
    },
    forgetAll: (instanceIds: string[]) => db.deleteFrom('trigger_items').where('instance_id', 'in', instanceIds).execute(),
    deleteSomeOlderThan: async (time: string, limit: number): Promise<number> => {
      const old = await db.selectFrom('trigger_items').select(['instance_id', 'item_key']).where('seen_at', '<', time).orderBy('seen_at').limit(limit).execute()
      for (const [instanceId, rows] of Map.groupBy(old, (row) => row.instance_id)) {
        await db.deleteFrom('trigger_items').where('instance_id', '=', instanceId).where('item_key', 'in', rows.map((row) => row.item_key)).where('seen_at', '<', time).execute()
      }
      return old.length
    },
  }
}
