import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { createBatcher } from '../../platform/batcher.ts'
import { toRealMs } from '../../platform/clock.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { createLastSeen } from '../seen/last-seen.ts'
import { triggerStore, type QuietPoll } from '../store.ts'
import { createLoadInstance } from './load-instance.ts'
import { runPoll, type PollParts, type RunParts } from './run-poll.ts'

/** Has every instance polled when its time has come, once over all nodes. */
export type PollSchedule = {
  start(): void
  stop(): Promise<void>
}

const queue = 'trigger-poll'
/**
 * `claim`: until when the instance is claimed for this job; a job whose claim has ended, or which
 * was done before, does nothing.
 */
const job = z.object({ projectId: z.string(), id: z.string(), claim: z.string() })

const batchSize = 200
const lookMs = 1_000
/** A poll that has said nothing for so long is lost with its job, and the instance is due again. */
const claimMs = 10 * 60 * 1000
/**
 * A process that dies takes a try of its jobs with it: there are enough to last as long as the
 * claim, however often one dies.
 */
const retryDelaysSeconds = [5, 30, 60, 60, 60, 60, 60, 60, 60, 60]

type Parts = PollParts & { jobs: Jobs; log: Log }

/** Every node looks for due instances; the node that claims one adds its poll job. */
export const createPollSchedule = (parts: Parts): PollSchedule => {
  const { database, clock, jobs, log } = parts
  const stopping = new AbortController()
  let loop: Promise<void> = Promise.resolve()

  const runParts: RunParts = {
    ...parts,
    load: createLoadInstance(database),
    lastSeen: createLastSeen(database),
    noteQuiet: createBatcher<QuietPoll>(triggerStore(database.handle).updateAfterQuietPolls),
  }
  // Errors of an API do not fail the job. One project's slow API uses at most half of the
  // concurrency of a single node.
  jobs.define(
    queue,
    { retryDelaysSeconds, data: job, concurrency: 32, concurrencyPerKey: 16, timeoutSeconds: 300 },
    (data, context) => runPoll(runParts, data, context),
  )

  const claim = async (): Promise<number> => {
    const now = clock.now()
    if (!(await triggerStore(database.handle).hasDue(now.toISOString()))) return 0
    return database.transaction(async (transaction) => {
      // A clock that runs faster makes no poll faster.
      const until = new Date(now.getTime() + claimMs * (clock.pace ?? 1)).toISOString()
      const due = await triggerStore(transaction).claimDue(now.toISOString(), until, batchSize)
      await jobs.enqueueAll(
        transaction,
        queue,
        due.map(({ id, project_id }) => ({
          data: { projectId: project_id, id, claim: until },
          key: project_id,
        })),
      )
      return due.length
    })
  }

  const claimUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      const claimed = await claim().catch((error: unknown) => {
        log.error({ err: error }, 'Due triggers could not be claimed')
        return 0
      })
      if (claimed < batchSize)
        await sleep(Math.max(20, toRealMs(clock, lookMs)), undefined, {
          signal: stopping.signal,
        }).catch(() => {})
    }
  }

  return {
    start: () => void (loop = claimUntilStopped()),
    stop: async () => {
      stopping.abort()
      await loop
    },
  }
}
