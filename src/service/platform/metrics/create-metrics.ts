import { setTimeout as sleep } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Log } from '../log.ts'
import { boundLabels } from './bound-labels.ts'
import type { Definition, Metrics, Reading } from './metrics.ts'

export type CollectedMetrics = Metrics & {
  contentType: string
  /** All metrics in the format of Prometheus. */
  text(): Promise<string>
}

/** From an in-process call to the longest timeout of a tool. */
/** Prometheus gives up after ten seconds; what is not read by then is shown as it was last. */
const patienceMs = 700

const ageName = 'plugboard_metrics_age_seconds'

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/**
 * Collects metrics for Prometheus, including those of the process and its event loop. Loaded only
 * if metrics are enabled.
 */
export const createMetrics = ({ log }: { log: Log }): CollectedMetrics => {
  const registry = new Registry()
  const sources: Source[] = []
  collectDefaultMetrics({ register: registry })
  const age = new Gauge({
    name: ageName,
    help: 'How long ago gauges were read: they keep their last values while the database is slow or away',
    labelNames: ['metric'],
    registers: [registry],
  })

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
    gauges: (definitions, read) =>
      void sources.push(createSource(definitions, read, registry, log)),
    text: async () => {
      const late = new AbortController()
      await Promise.race([
        Promise.all(sources.map(({ refresh }) => refresh())),
        sleep(patienceMs, undefined, { signal: late.signal, ref: false }).catch(() => {}),
      ])
      late.abort()
      for (const { name, ageSeconds } of sources) {
        const seconds = ageSeconds()
        if (seconds !== undefined) age.set({ metric: name }, seconds)
      }
      return registry.metrics()
    },
  }
}

type Source = {
  /** Of its first metric. */
  name: string
  /** Reads again, unless that is still under way; never fails. */
  refresh(): Promise<void>
  /** Undefined: never read. */
  ageSeconds(): number | undefined
}

/** Gauges that are read together; while they cannot be read, they keep their last values. */
const createSource = (
  definitions: readonly Definition[],
  read: Parameters<Metrics['gauges']>[1],
  registry: Registry,
  log: Log,
): Source => {
  const gauges = new Map(
    definitions.map(({ name, help, labels }) => [
      name,
      new Gauge({ name, help, labelNames: labels, registers: [registry] }),
    ]),
  )
  let readAtMs: number | undefined
  let underWay: Promise<void> | undefined
  let isFailing = false

  const show = (readings: readonly Reading[]) => {
    for (const gauge of gauges.values()) gauge.reset()
    for (const { name, labels, value } of readings) gauges.get(name)?.set(labels, value)
    readAtMs = performance.now()
    isFailing = false
  }
  const readOnce = async () => {
    try {
      show(await read())
    } catch (error) {
      if (!isFailing)
        log.warn(
          { err: error, figures: [...gauges.keys()] },
          'Some metrics could not be read and keep their last values',
        )
      isFailing = true
    } finally {
      underWay = undefined
    }
  }
  return {
    name: definitions[0]?.name ?? '',
    refresh: () => (underWay ??= readOnce()),
    ageSeconds: () => readAtMs && (performance.now() - readAtMs) / 1000,
  }
}
