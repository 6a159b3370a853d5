import { dayMs } from '../../platform/clock.ts'
import type { Handle } from '../../platform/database/index.ts'
import { itemStore } from './store.ts'

/** An item that is still listed is recorded again once a day, and so never expires. */
const recordAgainMs = dayMs

/**
 * Of one instance. More than any poll reads, so that an item that is still listed is never dropped
 * for others that are.
 */
const maximumItems = 20_000

/** The items that an instance has seen, so that it fires once for each. */
export const seenItems = (handle: Handle, instanceId: string) => {
  const store = itemStore(handle)
  return {
    /** Records that these were seen now. */
    note: async (keys: string[], now: Date): Promise<void> => {
      if (keys.length === 0) return
      await store.remember(instanceId, keys, now.toISOString())
      await store.keepNewest(instanceId, maximumItems)
    },
    /**
     * Keeps all of them, of an instance that is not polled: what it has fired for, and what was there
     * before it, does not fire when it goes on.
     */
    keep: (now: Date): Promise<void> =>
      store.touch(
        instanceId,
        new Date(now.getTime() - recordAgainMs).toISOString(),
        now.toISOString(),
      ),
    /**
     * Records it under all of these keys; false, and nothing recorded, if it was seen before under
     * one of them. The caller holds the instance.
     */
    noteNew: async (keys: string[], now: string): Promise<boolean> => {
      if ((await store.seen([{ instanceId, keys }])).length > 0) return false
      await store.remember(instanceId, [...new Set(keys)], now)
      return true
    },
  }
}

/** The keys to record: new ones, and those last recorded too long ago. */
export const keysToRecord = (keys: string[], lastSeen: Map<string, string>, now: Date): string[] =>
  keys.filter((key) => !(Date.parse(lastSeen.get(key) ?? '') >= now.getTime() - recordAgainMs))

/** For instances that are deleted. */
export const forgetSeenItems = (handle: Handle, instanceIds: string[]) =>
  itemStore(handle).forgetAll(instanceIds)
