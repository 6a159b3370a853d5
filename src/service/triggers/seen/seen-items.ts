import type { Handle } from '../../platform/database/index.ts'
import { itemStore } from './store.ts'

/** An item that is still listed is noted again once a day, and so never forgotten. */
const noteAgainMs = 24 * 60 * 60 * 1000

/** Of one instance. More than any poll reads, so that what is listed is never forgotten for what is listed too. */
const maximumItems = 20_000

/** What an instance has seen, so that it fires once for each item. */
export const seenItems = (handle: Handle, instanceId: string) => {
  const store = itemStore(handle)
  return {
    areKnown: async (keys: string[]): Promise<boolean> => (await store.seen(instanceId, keys)).size === new Set(keys).size,
    /** When each of these was seen last, of those that were. */
    lastSeen: (keys: string[]): Promise<Map<string, string>> => store.seen(instanceId, keys),
    /** Notes that these were seen now; those whose last time is recent enough cost nothing. */
    note: async (keys: string[], lastSeen: Map<string, string>, now: Date): Promise<void> => {
      const noted = keys.filter((key) => !(Date.parse(lastSeen.get(key) ?? '') >= now.getTime() - noteAgainMs))
      if (noted.length === 0) return
      await store.remember(instanceId, noted, now.toISOString())
      await store.keepNewest(instanceId, maximumItems)
    },
    /** Answers false when it was seen before. */
    noteNew: (key: string, now: string): Promise<boolean> => store.rememberNew(instanceId, key, now),
  }
}

/** For instances that are deleted. */
export const forgetSeenItems = (handle: Handle, instanceIds: string[]) => itemStore(handle).forgetAll(instanceIds)
