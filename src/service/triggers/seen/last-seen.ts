import { createBatcher } from '../../platform/batcher.ts'
import type { Database } from '../../platform/database/index.ts'
import { itemStore, type SoughtItems } from './store.ts'

/** When each of these items of an instance was seen last, of those that were. */
export type LastSeen = (instanceId: string, keys: string[]) => Promise<Map<string, string>>

type Wanted = SoughtItems & { found: Map<string, string> }

/** Looks for all that are asked for at the same time in one go. */
export const createLastSeen = (database: Database): LastSeen => {
  const look = createBatcher<Wanted>(async (wanted) => {
    const ofInstance = Map.groupBy(
      await itemStore(database.handle).seen(wanted),
      (row) => row.instance_id,
    )
    for (const { instanceId, found } of wanted) {
      for (const { item_key, seen_at } of ofInstance.get(instanceId) ?? [])
        found.set(item_key, seen_at)
    }
  })

  return async (instanceId, keys) => {
    const found = new Map<string, string>()
    if (keys.length > 0) await look({ instanceId, keys, found })
    return found
  }
}
