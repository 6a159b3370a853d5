import type { Definition, Labels } from './metrics.ts'

/**
 * Each value of a label is a series that Prometheus keeps for weeks: a service with thousands of
 * toolkits would fill it.
 */
const mostValues = 200

/** What stands for every value after the first 200. */
const rest = 'other'

/** Keeps the labels of one figure bounded, whatever comes. */
export const boundLabels = ({ labels }: Definition): ((given: Labels) => Labels) => {
  const known = new Map(labels.map((name) => [name, new Set<string>()]))
  const bound = (name: string, value: string): string => {
    const values = known.get(name)
    if (!values || (!values.has(value) && values.size >= mostValues)) return rest
    values.add(value)
    return value
  }
  return (given) => Object.fromEntries(labels.map((name) => [name, bound(name, given[name] ?? '')]))
}
