import type { Log } from './log.ts'
import { openMetrics, type Metrics, type MetricsAddress } from './metrics/index.ts'
import { openTracing, type Tracing } from './tracing/index.ts'

type Telemetry = { metrics: Metrics; tracing: Tracing; close(): Promise<void> }

/** Metrics and traces for operators; each costs nothing unless it is enabled. */
export const openTelemetry = async (settings: {
  metrics: MetricsAddress | undefined
  log: Log
}): Promise<Telemetry> => {
  const tracing = await openTracing()
  return { ...(await openMetrics(settings.metrics, settings)), tracing }
}
