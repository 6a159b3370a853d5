/** Places that are taken and given back: so many for one owner, and so many in all. */
export const createPlaces = ({ perOwner, total }: { perOwner: number; total: number }) => {
  const taken = new Map<string, number>()
  let all = 0

  /**
   * Answers with what gives the place back, once however often it is called; `undefined` when none
   * is left.
   */
  return (owner: string): (() => void) | undefined => {
    const own = taken.get(owner) ?? 0
    if (own >= perOwner || all >= total) return undefined
    taken.set(owner, own + 1)
    all += 1
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      all -= 1
      const left = (taken.get(owner) ?? 1) - 1
      if (left > 0) taken.set(owner, left)
      else taken.delete(owner)
    }
  }
}
