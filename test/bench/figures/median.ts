/** The middle value; robust against the one run that something else on the machine disturbed. */
export const median = (values: number[]): number => {
  if (values.length === 0) throw new Error('A median needs at least one value')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}
