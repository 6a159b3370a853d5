/** A change of an entry that is no longer known is not noticed. */
const mostKnown = 10_000

/** Remembers the entries of a list, newest first, to tell what is new or has changed. */
export const createNews = (idOf: (item: unknown) => string) => {
  const known = new Map<string, string>()
  const isKnown = (item: unknown): boolean => known.has(idOf(item))
  let wasWhole = true
  return {
    areAllNew: (items: readonly unknown[]): boolean => !items.some(isKnown),
    /** Returns those that are new or have changed. `isWhole`: the list has no others. */
    remember: (items: readonly unknown[], isWhole: boolean): unknown[] => {
      // New ones may lie below known ones: a slow call is listed by when it began. But older ones
      // move up to the end of a part of the list where others were deleted.
      const lastKnown = items.findLastIndex(isKnown)
      const isNews = (index: number) => wasWhole || lastKnown < 0 || index < lastKnown
      const news = items.filter((item, index) =>
        isKnown(item) ? known.get(idOf(item)) !== JSON.stringify(item) : isNews(index),
      )
      wasWhole = isWhole
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
