export type BoundedCache<Value> = {
  get(name: string): Value | undefined
  set(name: string, value: Value): void
}

/** Keeps the values used last, at most `limit` of them. */
export const createBoundedCache = <Value>(limit: number): BoundedCache<Value> => {
  // A Map remembers the order of insertion: the first entry is the one not used for longest.
  const entries = new Map<string, Value>()
  return {
    get(name) {
      const value = entries.get(name)
      if (value === undefined) return undefined
      entries.delete(name)
      entries.set(name, value)
      return value
    },
    set(name, value) {
      entries.delete(name)
      entries.set(name, value)
      if (entries.size <= limit) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
  }
}
