import type { Ranked } from './engine/index.ts'

/** A tool of this share of the best score is close to it; others are not worth moving forward. */
export const closeShare = 0.5

/** Of each so many tools, so many are of one toolkit, while other toolkits have close ones. */
const groupSize = 5
const mostOfToolkit = 3

/**
 * The same tools in an order in which no toolkit fills an answer alone. Where the request names the
 * toolkit of the best tool, only close ones of named toolkits come first; otherwise those of a toolkit that has had its share of a
 * group wait for the next one. The order of a group does not depend on what follows it, so that
 * lists may be read page by page.
 */
export const spreadToolkits = <Tool extends Ranked>(
  ranked: readonly Tool[],
  named: ReadonlySet<string>,
): Tool[] => {
  const [first] = ranked
  const least = closeShare * (first?.score ?? 0)
  if (first && named.has(first.toolkit)) {
    const isFirst = ({ toolkit, score }: Tool) => named.has(toolkit) && score >= least
    return [...ranked.filter(isFirst), ...ranked.filter((tool) => !isFirst(tool))]
  }
  const close = ranked.filter(({ score }) => score >= least)
  return [...takeTurns(close), ...ranked.filter(({ score }) => score < least)]
}

const takeTurns = <Tool extends Ranked>(ranked: readonly Tool[]): Tool[] => {
  const ordered: Tool[] = []
  let left = [...ranked]
  while (left.length > 0) {
    const counts = new Map<string, number>()
    const group = new Set<Tool>()
    for (const tool of left) {
      if (group.size === groupSize) break
      const count = counts.get(tool.toolkit) ?? 0
      if (count === mostOfToolkit) continue
      counts.set(tool.toolkit, count + 1)
      group.add(tool)
    }
    const isAlone = counts.size === 1
    // Nothing is left that could take its place.
    if (isAlone) return [...ordered, ...left]
    ordered.push(...group)
    left = left.filter((tool) => !group.has(tool))
  }
  return ordered
}
