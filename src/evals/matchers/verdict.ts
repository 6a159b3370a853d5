/** How right a value is, from 0 to 1, and why; the reason of a full 1 may be empty. */
export type Verdict = {
  value: number
  reason: string
}

export const right: Verdict = Object.freeze({ value: 1, reason: '' })

export const wrong = (reason: string): Verdict => ({ value: 0, reason })

export const toVerdict = (holds: boolean, reason: string): Verdict =>
  holds ? right : wrong(reason)

/** A value as a reason names it: as JSON, cut where it is long. */
export const show = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value))
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const longest = 120
