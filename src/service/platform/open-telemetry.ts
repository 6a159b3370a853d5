import type { Log } from './log.ts'
import { openMetrics, type Metrics, type MetricsAddress } from './metrics/index.ts'
import { openTracing, type Tracing } from './tracing/index.ts'

export type Telemetry = { metrics: Metrics; tracing: Tracing; close(): Promise<void> }

/** What operators watch the service with; each half costs nothing until somebody looks. */
export const openTelemetry = async (settings: {
  metrics: MetricsAddress | undefined
  log: Log
}): Promise<Telemetry> => {
  const tracing = await openTracing()
  return { ...(await openMetrics(settings.metrics, settings)), tracing }
}
