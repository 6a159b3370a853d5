import type { Capability } from '../endpoint/index.ts'
import type { ExecutionLogs } from '../execution/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { createCountCalls } from './count-calls.ts'
import { createCountDeliveries } from './count-deliveries.ts'
import { usageHandlers } from './handlers.ts'
import { usageMigrations } from './migrations.ts'
import { createReadUsage } from './read-usage.ts'
import { usageRetention } from './retention.ts'

const queue = 'usage'

/** How much a project called, over time. */
export const createUsage = (platform: Platform, { logs }: { logs: ExecutionLogs }) => {
  const countCalls = createCountCalls({ ...platform, logs })
  const { jobs } = platform
  jobs.define(queue, { retryDelaysSeconds: [60, 600], concurrency: 1 }, (_data, { signal }) =>
    countCalls(signal),
  )
  jobs.schedule(queue, '* * * * *', {})
  const deliveries = createCountDeliveries(platform)
  return {
    api: { countDelivery: deliveries.count },
    close: deliveries.finish,
    handlers: { usage: usageHandlers({ readUsage: createReadUsage(platform) }) },
    migrations: usageMigrations,
    retention: usageRetention,
  } satisfies Capability
}
