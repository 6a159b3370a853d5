import type { Summary } from '../aggregate/summarize.ts'

/**
 * A threshold of a suite. `name`: `pass`, `pass@3`, `pass^3`, `tag:write`, `toolkit:tracker`, or
 * the name of a score such as `arguments`.
 */
export type Threshold = {
  name: string
  least: number
}

export type CheckedThreshold = {
  adapter: string
  /** Null if nothing was measured, which fails the threshold. */
  value: number | null
  holds: boolean
} & Threshold

/** Parses `0.9`, the required share of runs that pass, or `name=0.9`. */
export const parseThreshold = (text: string): Threshold => {
  const at = text.lastIndexOf('=')
  const name = at === -1 ? 'pass' : text.slice(0, at).trim()
  const given = text.slice(at + 1).trim()
  const least = Number(given)
  if (name === '' || given === '' || !(least >= 0 && least <= 1)) {
    throw new TypeError(
      `"${text}" is not a threshold; use a share such as 0.9, or name=share with pass, pass@3, pass^3, tag:<tag>, toolkit:<toolkit> or a score such as arguments`,
    )
  }
  return { name, least }
}

/** The toolkits that thresholds name. */
export const toolkitsOfThresholds = (thresholds: readonly Threshold[]): string[] =>
  thresholds.flatMap(({ name }) => /^toolkit:(.+)$/.exec(name)?.[1] ?? [])

/** A mean of shares, such as 1 - 4/5, can be a little less than the number that it stands for. */
const roundingError = 1e-9

/** Checks every adapter against every threshold. */
export const checkThresholds = (
  summaries: readonly Summary[],
  thresholds: readonly Threshold[],
): CheckedThreshold[] =>
  summaries.flatMap((summary) =>
    thresholds.map(({ name, least }) => {
      const value = measure(summary, name) ?? null
      return {
        name,
        least,
        adapter: summary.adapter,
        value,
        holds: value !== null && value + roundingError >= least,
      }
    }),
  )

const measure = ({ total, tags, toolkits }: Summary, name: string): number | undefined => {
  if (name === 'pass') return total.cases === 0 ? undefined : total.passRate
  const [, sign, k = ''] = /^pass([@^])(\d+)$/.exec(name) ?? []
  if (sign !== undefined) return (sign === '@' ? total.passAt : total.passHat)[Number(k)]
  const [, kind, group = ''] = /^(tag|toolkit):(.+)$/.exec(name) ?? []
  if (kind !== undefined)
    return new Map(Object.entries(kind === 'tag' ? tags : toolkits)).get(group)?.passRate
  return new Map(Object.entries(total.scores)).get(name)
}
