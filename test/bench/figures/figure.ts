/** One measured line of the table. */
export type Figure = {
  name: string
  ours: Measure
  /** What ours is held against, measured in the same run. */
  reference?: Measure & { name: string }
  bar?: Bar
  /** What a reader has to know to judge the figure. */
  note?: string
}

export type Measure = {
  value: number
  unit: 'ns' | 'µs' | 'ms' | 's' | 'MB' | 'requests/s' | 'packages' | 'times' | '%'
}

/** `ratio` holds for ours over reference, `value` for ours alone. */
export type Bar = { of: 'ratio' | 'value'; atMost?: number; atLeast?: number }

/**
 * Ours over reference: the median of the rounds' ratios where rounds were compared one by one, else
 * of the two values.
 */
export type RatedFigure = Figure & { ratio: number | null; met: boolean | null }

export const rate = (figure: Figure & { ratio?: number }): RatedFigure => {
  const ratio =
    figure.ratio ?? (figure.reference ? figure.ours.value / figure.reference.value : null)
  return {
    ...figure,
    ratio,
    met: figure.bar
      ? isMet(figure.bar, figure.bar.of === 'ratio' ? ratio : figure.ours.value)
      : null,
  }
}

const isMet = ({ atMost = Infinity, atLeast = -Infinity }: Bar, value: number | null): boolean =>
  value !== null && value <= atMost && value >= atLeast
