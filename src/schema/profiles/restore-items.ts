import { restoreWith, type Converted, type Restore } from './conversion.ts'

/** The way back for a list: by position as far as there are positions, then all alike. */
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
