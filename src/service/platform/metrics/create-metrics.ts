import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Log } from '../log.ts'
import { boundLabels } from './bound-labels.ts'
import type { Metrics } from './metrics.ts'

export type CollectedMetrics = Metrics & {
  contentType: string
  /** All metrics in the format of Prometheus. */
  text(): Promise<string>
}

/** From an in-process call to the longest timeout of a tool. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/**
 * Collects metrics for Prometheus, including those of the process and its event loop. Loaded only
 * if metrics are enabled.
 */
export const createMetrics = ({ log }: { log: Log }): CollectedMetrics => {
  const registry = new Registry()
  const readers: (() => Promise<void>)[] = []
  collectDefaultMetrics({ register: registry })

  return {
    contentType: registry.contentType,
    counter: (definition) => {
      const bound = boundLabels(definition)
      const counter = new Counter({
        name: definition.name,
        help: definition.help,
        labelNames: definition.labels,
        registers: [registry],
      })
      return (labels, amount = 1) => counter.inc(bound(labels), amount)
    },
    histogram: (definition) => {
      const bound = boundLabels(definition)
      const histogram = new Histogram({
        name: definition.name,
        help: definition.help,
        labelNames: definition.labels,
        registers: [registry],
        buckets,
      })
      return (labels, seconds) => histogram.observe(bound(labels), seconds)
    },
    gauges: (definitions, read) => {
      const gauges = new Map(
        definitions.map(({ name, help, labels }) => [
          name,
          new Gauge({ name, help, labelNames: labels, registers: [registry] }),
        ]),
      )
      readers.push(async () => {
        for (const gauge of gauges.values()) gauge.reset()
        try {
          for (const { name, labels, value } of await read()) gauges.get(name)?.set(labels, value)
        } catch (error) {
          // The other metrics matter most when the database is unavailable.
          log.warn(
            { err: error, figures: [...gauges.keys()] },
            'Some metrics could not be read and were omitted',
          )
        }
      })
    },
    text: async () => {
      await Promise.all(readers.map((read) => read()))
      return registry.metrics()
    },
  }
}
