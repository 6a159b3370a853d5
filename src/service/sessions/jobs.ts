import type { Clock } from '../platform/clock.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { SessionMcpKeys } from './mcp-keys/mcp-keys.ts'
import type { Results } from './results/results.ts'

const queue = 'session-retention'
const millisecondsADay = 24 * 60 * 60 * 1000

/**
 * Has stored results, files and approvals removed once they are as old as logs get, and keys once
 * they have expired.
 */
export const defineSessionJobs = (parts: {
  jobs: Jobs
  results: Results
  /** Those of the workbench, which is built on sessions. */
  files: { deleteOlderThan(time: Date): Promise<unknown> }
  approvals: Approvals
  mcpKeys: SessionMcpKeys
  clock: Clock
  retentionDays: number
}): void => {
  parts.jobs.define(queue, { retryDelaysSeconds: [60, 600] }, async () => {
    const oldest = new Date(parts.clock.now().getTime() - parts.retentionDays * millisecondsADay)
    await parts.results.deleteOlderThan(oldest)
    await parts.files.deleteOlderThan(oldest)
    await parts.approvals.deleteOlderThan(oldest)
    await parts.mcpKeys.deleteExpired()
  })
  parts.jobs.schedule(queue, '27 3 * * *', {})
}
