/** The score of a value, from 0 to 1, and the reason; the reason may be empty for 1. */
export type Verdict = {
  value: number
  reason: string
}

export const matched: Verdict = Object.freeze({ value: 1, reason: '' })

export const mismatch = (reason: string): Verdict => ({ value: 0, reason })

export const toVerdict = (holds: boolean, reason: string): Verdict =>
  holds ? matched : mismatch(reason)

/** A value in a reason: as JSON, truncated if it is long. */
export const show = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value))
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const longest = 120
