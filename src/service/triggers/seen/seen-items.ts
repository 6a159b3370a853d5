import type { Handle } from '../../platform/database/index.ts'
import { itemStore } from './store.ts'

/** An item that is still listed is noted again once a day, and so never forgotten. */
const noteAgainMs = 24 * 60 * 60 * 1000

/**
 * Of one instance. More than any poll reads, so that what is listed is never forgotten for what is
 * listed too.
 */
const maximumItems = 20_000

/** What an instance has seen, so that it fires once for each item. */
export const seenItems = (handle: Handle, instanceId: string) => {
  const store = itemStore(handle)
  return {
    /** Notes that these were seen now. */
    note: async (keys: string[], now: Date): Promise<void> => {
      if (keys.length === 0) return
      await store.remember(instanceId, keys, now.toISOString())
      await store.keepNewest(instanceId, maximumItems)
    },
    /** Answers false when it was seen before. */
    noteNew: (key: string, now: string): Promise<boolean> =>
      store.rememberNew(instanceId, key, now),
  }
}

/** The keys to record: new ones, and those last recorded too long ago. */
export const keysToRecord = (keys: string[], lastSeen: Map<string, string>, now: Date): string[] =>
  keys.filter((key) => !(Date.parse(lastSeen.get(key) ?? '') >= now.getTime() - noteAgainMs))

/** For instances that are deleted. */
export const forgetSeenItems = (handle: Handle, instanceIds: string[]) =>
  itemStore(handle).forgetAll(instanceIds)
