import { z } from 'zod'
import type { Jobs } from '../platform/jobs/index.ts'
import { ServiceError } from '../service-error.ts'
import { command, type AdminCommands } from './command.ts'

const id = z.string().min(1).max(200)
const one = z.strictObject({ queue: id, id: id.optional() })

/** Commands for jobs that gave up, and are kept for 30 days. */
export const jobCommands = ({ jobs }: { jobs: Jobs }): AdminCommands => {
  const requireQueue = async (queue: string) => {
    const queues = (await jobs.figures()).map((each) => each.queue)
    if (!queues.includes(queue))
      throw new ServiceError('not_found', `There is no queue "${queue}"`, {
        suggestedFix: `Name one of ${queues.toSorted().join(', ')}`,
      })
  }
  /** Does something with one dead job, or with all of a queue. */
  const each = (
    done: string,
    change: (queue: string, id: string) => Promise<boolean>,
  ): AdminCommands[string] =>
    command(one, async ({ queue, id: only }) => {
      await requireQueue(queue)
      const ids = only === undefined ? (await jobs.dead(queue)).map((job) => job.id) : [only]
      let changed = 0
      for (const job of ids) if (await change(queue, job)) changed += 1
      if (only !== undefined && changed === 0)
        throw new ServiceError('not_found', `No dead job of ${queue} has the id "${only}"`, {
          suggestedFix: 'List them with `plugboard admin jobs list`',
        })
      return { queue, [done]: changed }
    })

  return {
    'jobs list': command(z.strictObject({}), async () => {
      const dead = []
      // Counts of PostgreSQL may be old, and are never made where no service runs.
      for (const { queue } of await jobs.figures())
        for (const job of await jobs.dead(queue))
          dead.push({ queue, id: job.id, failed_at: job.failedAt, error: job.error.slice(0, 300) })
      return { dead }
    }),
    'jobs retry': each('retried', jobs.replayDead),
    'jobs discard': each('discarded', jobs.removeDead),
  }
}
