/** Compares the numbers of two versions, such as 0.9.1 and 0.10.0; for `toSorted`. */
export const compareVersions = (one: string, other: string): number => {
  const [left, right] = [toNumbers(one), toNumbers(other)]
  const index = left.findIndex((number, at) => number !== (right[at] ?? 0))
  return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0)
}

const toNumbers = (version: string): number[] =>
  Array.from({ length: 3 }, (_, at) => Number.parseInt(version.split('.')[at] ?? '0', 10) || 0)
