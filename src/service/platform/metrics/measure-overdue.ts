import type { Clock } from '../clock.ts'
import type { Metrics } from './metrics.ts'

/**
 * Registers the gauge of how long what has waited longest is due, in seconds; 0 if nothing is.
 * `oldestDue` returns since when.
 */
export const measureOverdue = (
  { metrics, clock }: { metrics: Metrics; clock: Clock },
  { name, help }: { name: string; help: string },
  oldestDue: (now: string) => Promise<string | undefined>,
): void =>
  metrics.gauges([{ name, help, labels: [] }], async () => {
    const now = clock.now()
    const since = await oldestDue(now.toISOString())
    const value = since === undefined ? 0 : (now.getTime() - Date.parse(since)) / 1_000
    return [{ name, labels: {}, value }]
  })
