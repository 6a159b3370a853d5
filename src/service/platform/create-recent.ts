import { LRUCache } from 'lru-cache'

/** Values that were read from the database a moment ago. */
export type Recent<Value> = {
  /** As it stands, or stood at most `forMs` ago. */
  get(key: string): Promise<Value | undefined>
  /** As it stands now. */
  reload(key: string): Promise<Value | undefined>
  /** Has the next `get` read again. Who waits for a value already gets that one. */
  forget(key: string): void
}

/**
 * Reads a value once for all who ask for it within `forMs`, counted from when the reading began;
 * what is not there is asked for again.
 *
 * @example
 * const accounts = createRecent((id) => store.find(id), { forMs: 500, maximum: 1000 })
 * const account = await accounts.get('ca_1')
 */
export const createRecent = <Value extends object>(
  load: (key: string) => Promise<Value | undefined>,
  { forMs, maximum }: { forMs: number; maximum: number },
): Recent<Value> => {
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
