import { toCanonicalJson } from './cassettes/to-canonical.ts'

/** A place where two values differ, by its keys; a value is undefined if it lacks the place. */
export type Difference = { path: string[]; one: unknown; other: unknown }

/** Compares two JSON values part by part; the order of keys is ignored. */
export const findDifferences = (
  one: unknown,
  other: unknown,
  path: string[] = [],
): Difference[] => {
  if (toCanonicalJson(one) === toCanonicalJson(other)) return []
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other))
    return [{ path, one, other }]
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.flatMap((name) => findDifferences(one[name], other[name], [...path, name]))
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
