import type { Log } from '../log.ts'
import { noMetrics, type Metrics } from './metrics.ts'

export type MetricsAddress = {
  host: string
  /** 0 selects a free port. */
  port: number
}

type OpenMetrics = { metrics: Metrics; close(): Promise<void> }

/**
 * Collects metrics and serves them on a separate address if one is given; otherwise nothing is
 * loaded or counted.
 */
export const openMetrics = async (
  address: MetricsAddress | undefined,
  { log }: { log: Log },
): Promise<OpenMetrics> => {
  if (!address) return { metrics: noMetrics, close: async () => {} }
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('./create-metrics.ts'),
    import('./serve-metrics.ts'),
  ])
  const metrics = createMetrics({ log })
  const { url, close } = await serveMetrics(metrics, address)
  log.info({ url }, 'metrics are served')
  return { metrics, close }
}
