export type Labels = Record<string, string>

export type Definition = {
  /** In the style of Prometheus: `plugboard_tool_calls_total`. */
  name: string
  help: string
  labels: readonly string[]
}

export type Reading = { name: string; labels: Labels; value: number }

/** Metrics for operators. Callers get plain functions, independent of the metrics library. */
export type Metrics = {
  /** Adds one, or the given number. */
  counter(definition: Definition): (labels: Labels, amount?: number) => void
  /** A histogram of durations in seconds. */
  histogram(definition: Definition): (labels: Labels, seconds: number) => void
  /** Gauges that are read at each scrape; several at once, since they often come from one query. */
  gauges(
    definitions: readonly Definition[],
    read: () => readonly Reading[] | Promise<readonly Reading[]>,
  ): void
}

/** For a service without metrics. */
export const noMetrics: Metrics = {
  counter: () => () => {},
  histogram: () => () => {},
  gauges: () => {},
}
