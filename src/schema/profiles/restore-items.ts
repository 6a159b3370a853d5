import { restoreWith, type Converted, type Restore } from './conversion.ts'

/**
 * Converts the items of a list back: by position for the listed positions, then all in the same
 * way.
 */
export const restoreItems = (
  prefix: readonly Converted[],
  others: Converted | undefined,
): Restore | undefined => {
  if (!others?.restore && prefix.every(({ restore }) => !restore)) return undefined
  return (value) =>
    Array.isArray(value)
      ? value.map((item, index) => restoreWith((prefix[index] ?? others)?.restore, item))
      : value
}
