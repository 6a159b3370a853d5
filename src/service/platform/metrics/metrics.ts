export type Labels = Record<string, string>

export type Definition = {
  /** As Prometheus writes names: `plugboard_tool_calls_total`. */
  name: string
  help: string
  labels: readonly string[]
}

export type Reading = { name: string; labels: Labels; value: number }

/**
 * Figures that an operator watches. Whoever counts gets a plain function, and never meets the
 * library that collects.
 */
export type Metrics = {
  /** Adds one, or as many as are given. */
  counter(definition: Definition): (labels: Labels, amount?: number) => void
  /** Of durations, in seconds. */
  histogram(definition: Definition): (labels: Labels, seconds: number) => void
  /**
   * What is read when somebody asks: several figures at once, since they often come from one look.
   */
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
