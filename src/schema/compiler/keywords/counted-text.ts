import { spend, type Run } from '../check.ts'
import { canonicalText } from '../json-value.ts'

/** The text by which objects and lists are compared; building it counts as work. */
export const countedText = (value: unknown, run: Run): string => {
  const text = canonicalText(value)
  spend(run, 10 + (text.length >> 1))
  return text
}
