import { createBatcher } from '../../platform/batcher.ts'
import type { Database } from '../../platform/database/index.ts'
import { itemStore, type ItemKeys } from './store.ts'

/** The times at which items of an instance were last seen; without items that never were. */
export type LastSeen = (instanceId: string, keys: string[]) => Promise<Map<string, string>>

type Request = ItemKeys & { found: Map<string, string> }

/** Reads a batch of concurrent requests together. */
export const createLastSeen = (database: Database): LastSeen => {
  const read = createBatcher<Request>(async (requests) => {
    const ofInstance = Map.groupBy(
      await itemStore(database.handle).seen(requests),
      (row) => row.instance_id,
    )
    for (const { instanceId, found } of requests) {
      for (const { item_key, seen_at } of ofInstance.get(instanceId) ?? [])
        found.set(item_key, seen_at)
    }
  })

  return async (instanceId, keys) => {
    const found = new Map<string, string>()
    if (keys.length > 0) await read({ instanceId, keys, found })
    return found
  }
}
