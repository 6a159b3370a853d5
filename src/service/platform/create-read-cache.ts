import { LRUCache } from 'lru-cache'
import { entries } from './entries.ts'

/** Values that were recently read from the database; `given` is what a read needs besides the key. */
type ReadCache<Value, Given> = {
  /** The value, at most `forMs` old. */
  get(key: string, given: Given): Promise<Value | undefined>
  /** The current value. */
  reload(key: string, given: Given): Promise<Value | undefined>
  /** Makes the next `get` read again. Concurrent callers still share the pending value. */
  forget(key: string): void
  /** `forget` for every key that begins with this text. */
  forgetAll(beginning: string): void
}

/**
 * Reads a value once for all callers within `forMs`, and removes it from memory then. A missing value
 * is not cached.
 *
 * Not `fetchMethod` of `lru-cache`, which counts the time from the end of a read: a value must be
 * at most `forMs` old, and a read takes its value when it begins.
 *
 * @example
 * const accounts = createReadCache((id) => store.find(id), { forMs: 500, maximum: 1000 })
 * const account = await accounts.get('ca_1')
 */
export const createReadCache = <Value extends object, Given = void>(
  load: (key: string, given: Given) => Promise<Value | undefined>,
  { forMs, maximum }: { forMs: number; maximum: number },
): ReadCache<Value, Given> => {
  // Values may hold keys and secrets.
  const known = new LRUCache<string, Promise<Value | undefined>>({
    ...entries(maximum),
    ttl: forMs,
    ttlAutopurge: true,
  })

  const reload = (key: string, given: Given): Promise<Value | undefined> => {
    const loading = load(key, given)
    known.set(key, loading)
    const drop = () => {
      if (known.peek(key) === loading) known.delete(key)
    }
    loading.then((value) => value ?? drop(), drop)
    return loading
  }

  return {
    get: (key, given) => known.get(key) ?? reload(key, given),
    reload,
    forget: (key) => void known.delete(key),
    forgetAll: (beginning) => {
      for (const key of Array.from(known.keys())) if (key.startsWith(beginning)) known.delete(key)
    },
  }
}
