/**
 * Finds each value once, however many ask for it at a time; what failed for one is tried again by
 * the next.
 */
export const onceEach = () => {
  const found = new Map<string, Promise<unknown>>()

  return async <Value>(key: string, find: () => Promise<Value>): Promise<Value> => {
    for (let known = found.get(key); known; known = found.get(key)) {
      try {
        return (await known) as Value
      } catch {
        // It failed for whoever began, who was told; here it is tried anew.
        if (found.get(key) === known) found.delete(key)
      }
    }
    const finding = find()
    found.set(key, finding)
    return finding
  }
}
