/**
 * Computes each value once, even for concurrent callers. After a failure, the next caller tries
 * again.
 */
export const onceEach = () => {
  const found = new Map<string, Promise<unknown>>()

  return async <Value>(key: string, find: () => Promise<Value>): Promise<Value> => {
    for (let known = found.get(key); known; known = found.get(key)) {
      try {
        return (await known) as Value
      } catch {
        // The error was reported to the first caller; this one tries again.
        if (found.get(key) === known) found.delete(key)
      }
    }
    const finding = find()
    found.set(key, finding)
    return finding
  }
}
