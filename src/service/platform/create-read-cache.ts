import { LRUCache } from 'lru-cache'

/** Values that were recently read from the database. */
type ReadCache<Value> = {
  /** The value, at most `forMs` old. */
  get(key: string): Promise<Value | undefined>
  /** The current value. */
  reload(key: string): Promise<Value | undefined>
  /** Makes the next `get` read again. Concurrent callers still share the pending value. */
  forget(key: string): void
}

/**
 * Reads a value once for all callers within `forMs`. A missing value is not cached.
 *
 * Not `fetchMethod` of `lru-cache`, which counts the time from the end of a read: a value must be
 * at most `forMs` old, and a read takes its value when it begins.
 *
 * @example
 * const accounts = createReadCache((id) => store.find(id), { forMs: 500, maximum: 1000 })
 * const account = await accounts.get('ca_1')
 */
export const createReadCache = <Value extends object>(
  load: (key: string) => Promise<Value | undefined>,
  { forMs, maximum }: { forMs: number; maximum: number },
): ReadCache<Value> => {
  const known = new LRUCache<string, Promise<Value | undefined>>({ max: maximum, ttl: forMs })

  const reload = (key: string): Promise<Value | undefined> => {
    const loading = load(key)
    known.set(key, loading)
    const drop = () => {
      if (known.peek(key) === loading) known.delete(key)
    }
    loading.then((value) => value ?? drop(), drop)
    return loading
  }

  return {
    get: (key) => known.get(key) ?? reload(key),
    reload,
    forget: (key) => void known.delete(key),
  }
}
