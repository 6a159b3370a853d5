import type { Handle } from '../../platform/database/index.ts'
import { all, equals, isBefore, setColumn } from '../../platform/retention/index.ts'

type Tables = { trigger_items: SeenItem }

/** SQLite binds at most 32,766 values a statement. */
const keysAtATime = 500

/** Items that one instance may have seen. */
export type ItemKeys = { instanceId: string; keys: string[] }
type SeenItem = { instance_id: string; item_key: string; seen_at: string }

/** SQL of the items that trigger instances have seen. */
export const itemStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** Those of these items that were seen; of many instances in one statement. */
    seen: async (sought: ItemKeys[]): Promise<SeenItem[]> => {
      const found: SeenItem[] = []
      for (const some of toBatches(sought)) {
        const rows = await db
          .selectFrom('trigger_items')
          .selectAll()
          .where((expression) =>
            expression.or(
              some.map(({ instanceId, keys }) =>
                expression.and([
                  expression('instance_id', '=', instanceId),
                  expression('item_key', 'in', keys),
                ]),
              ),
            ),
          )
          .execute()
        found.push(...rows)
      }
      return found
    },
    remember: async (instanceId: string, keys: string[], seenAt: string): Promise<void> => {
      for (let from = 0; from < keys.length; from += keysAtATime) {
        const rows = keys
          .slice(from, from + keysAtATime)
          .map((item_key) => ({ instance_id: instanceId, item_key, seen_at: seenAt }))
        await db
          .insertInto('trigger_items')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['instance_id', 'item_key']).doUpdateSet({ seen_at: seenAt }),
          )
          .execute()
      }
    },
    /** All that were last seen before this time are seen now. */
    touch: (instanceId: string, before: string, now: string): Promise<void> =>
      setColumn(
        handle,
        { table: 'trigger_items', key: ['instance_id', 'item_key'] },
        { column: 'seen_at', value: now },
        all([equals('instance_id', instanceId), isBefore('seen_at', before)]),
      ),
    /** Deletes all but the newest. */
    keepNewest: async (instanceId: string, count: number): Promise<void> => {
      const oldest = await db
        .selectFrom('trigger_items')
        .select(['seen_at', 'item_key'])
        .where('instance_id', '=', instanceId)
        .orderBy('seen_at', 'desc')
        .orderBy('item_key')
        .limit(1)
        .offset(count)
        .executeTakeFirst()
      if (!oldest) return
      await db
        .deleteFrom('trigger_items')
        .where('instance_id', '=', instanceId)
        .where('seen_at', '<', oldest.seen_at)
        .execute()
      await db
        .deleteFrom('trigger_items')
        .where('instance_id', '=', instanceId)
        .where('seen_at', '=', oldest.seen_at)
        .where('item_key', '>=', oldest.item_key)
        .execute()
    },
    forgetAll: (instanceIds: string[]) =>
      db.deleteFrom('trigger_items').where('instance_id', 'in', instanceIds).execute(),
  }
}

/** Batches with no more keys than a statement takes. */
const toBatches = (sought: ItemKeys[]): ItemKeys[][] => {
  const all: ItemKeys[][] = []
  let room = 0
  for (const { instanceId, keys } of sought) {
    for (let from = 0; from < keys.length; from += keysAtATime) {
      const some = { instanceId, keys: keys.slice(from, from + keysAtATime) }
      if (some.keys.length > room) {
        all.push([])
        room = keysAtATime
      }
      all.at(-1)?.push(some)
      room -= some.keys.length
    }
  }
  return all
}
