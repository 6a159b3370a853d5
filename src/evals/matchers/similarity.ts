/**
 * The similarity of two texts, from 0 to 1: one minus the edit distance divided by the longer
 * length.
 */
export const similarity = (one: string, other: string): number => {
  const [from, to] = [[...one], [...other]]
  const longer = Math.max(from.length, to.length)
  return longer === 0 ? 1 : 1 - editDistance(from, to) / longer
}

const editDistance = (from: string[], to: string[]): number => {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of from.entries()) {
    const current = [row + 1]
    for (const [column, wanted] of to.entries()) {
      const replaced = (above[column] ?? 0) + (letter === wanted ? 0 : 1)
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    above = current
  }
  return above[to.length] ?? 0
}
