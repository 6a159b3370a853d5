/** A change of an entry that is no longer known is not noticed. */
const mostKnown = 10_000

/** Remembers the entries of a list, newest first, to tell what is new or has changed. */
export const createNews = (idOf: (item: unknown) => string) => {
  const known = new Map<string, string>()
  const isKnown = (item: unknown): boolean => known.has(idOf(item))
  return {
    areAllNew: (items: readonly unknown[]): boolean => !items.some(isKnown),
    /** Returns those that are new or have changed. */
    remember: (items: readonly unknown[]): unknown[] => {
      // Older ones move up where others were deleted.
      const firstKnown = items.findIndex(isKnown)
      const news = items.filter((item, index) =>
        isKnown(item)
          ? known.get(idOf(item)) !== JSON.stringify(item)
          : index < firstKnown || firstKnown < 0,
      )
      for (const item of items.toReversed()) {
        known.delete(idOf(item))
        known.set(idOf(item), JSON.stringify(item))
      }
      for (const id of known.keys()) {
        if (known.size <= mostKnown) break
        known.delete(id)
      }
      return news
    },
  }
}
