import type { Log } from '../log.ts'
import { noMetrics, type Metrics } from './metrics.ts'

export type MetricsAddress = {
  host: string
  /** 0: any free port. */
  port: number
}

export type OpenMetrics = { metrics: Metrics; close(): Promise<void> }

/**
 * Collects figures and serves them on an address of their own, where one is given; else nothing is
 * loaded and nothing counted.
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
