import type { Definition, Labels } from './metrics.ts'

/**
 * Each value of a label is a series that Prometheus keeps for weeks, which is too many for a
 * service with thousands of toolkits.
 */
const mostValues = 200

/** Replaces every value after the first 200. */
const rest = 'other'

/** Bounds the number of label values of one metric. */
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
