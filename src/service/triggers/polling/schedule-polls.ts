import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { createBatcher } from '../../platform/batcher.ts'
import { latestCredible, minuteMs, toRealMs } from '../../platform/clock.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { logRepeated } from '../../platform/log-repeated.ts'
import type { Log } from '../../platform/log.ts'
import { measureOverdue, type Metrics } from '../../platform/metrics/index.ts'
import type { Registrations } from '../hooks/registrations/create-registrations.ts'
import { createLastSeen } from '../seen/last-seen.ts'
import { triggerStore, type QuietPoll } from '../store.ts'
import { createLoadInstance } from './load-instance.ts'
import { runPoll, type PollParts, type RunParts } from './run-poll.ts'

/** Polls every instance, and renews every registration, when it is due, once over all nodes. */
type PollSchedule = {
  start(): void
  stop(): Promise<void>
}

const queue = 'trigger-poll'
/**
 * `claim`: the end of the claim that the job was created for; a job whose claim has ended, or which
 * ran before, does nothing.
 */
const job = z.object({ projectId: z.string(), id: z.string(), claim: z.string() })

const batchSize = 200
const intervalMs = 1_000
/** How often instances are looked for whose time a wrong clock computed. */
const recallEveryMs = minuteMs / 2
/** After this time a poll counts as lost with its job, and the instance is due again. */
const claimMs = 10 * minuteMs
/**
 * A process that dies uses up an attempt of its jobs: there are enough of them for the time of the
 * claim.
 */
const retryDelaysSeconds = [5, 30, 60, 60, 60, 60, 60, 60, 60, 60]

type Parts = PollParts & {
  jobs: Jobs
  log: Log
  metrics: Metrics
  registrations: Registrations
}

/** Every node looks for due instances; the node that claims one adds its job. */
export const createPollSchedule = (parts: Parts): PollSchedule => {
  const { database, clock, jobs, log, registrations } = parts
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

  let recalledAt = Number.NEGATIVE_INFINITY
  const recall = async (now: Date): Promise<void> => {
    if (performance.now() - recalledAt < recallEveryMs) return
    await triggerStore(database.handle).recall(now.toISOString(), latestCredible(now))
    recalledAt = performance.now()
  }

  const claim = async (): Promise<number> => {
    const now = clock.now()
    await recall(now)
    if (!(await triggerStore(database.handle).hasDue(now.toISOString()))) return 0
    return database.transaction(async (transaction) => {
      // A faster clock does not make a poll faster.
      const until = new Date(now.getTime() + claimMs * (clock.pace ?? 1)).toISOString()
      const due = await triggerStore(transaction).claimDue(now.toISOString(), until, batchSize)
      const isPushed = ({ hook_token_hash: token }: (typeof due)[number]) => token !== null
      await jobs.enqueueAll(
        transaction,
        queue,
        due
          .filter((row) => !isPushed(row))
          .map(({ id, project_id }) => ({
            data: { projectId: project_id, id, claim: until },
            key: project_id,
          })),
      )
      // What is pushed is due when its registration is.
      await registrations.renew(transaction, due.filter(isPushed))
      return due.length
    })
  }

  const claimUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      const claimed = await claim().catch((error: unknown) => {
        logRepeated(log, { err: error }, 'Due triggers could not be claimed')
        return 0
      })
      if (claimed < batchSize)
        await sleep(Math.max(20, toRealMs(clock, intervalMs)), undefined, {
          signal: stopping.signal,
        }).catch(() => {})
    }
  }

  measureOverdue(
    parts,
    {
      name: 'plugboard_polls_overdue_seconds',
      help: 'How long the poll that has waited longest is due without having been taken by a node',
    },
    triggerStore(database.handle).oldestDue,
  )
  return {
    start: () => void (loop = claimUntilStopped()),
    stop: async () => {
      stopping.abort()
      await loop
    },
  }
}
