import { z } from 'zod'
import type { Project } from '../endpoint/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log.ts'

type Parts = { database: Database; jobs: Jobs; log: Log }

/**
 * Defines the job that makes what a project's tools lack, of which one waits or runs for each
 * project; returns what requests it. `what` names in the log what is made.
 */
export const defineProjectJob = (
  { database, jobs, log }: Parts,
  { queue, what }: { queue: string; what: string },
  work: (projectId: string, signal: AbortSignal) => Promise<void>,
): ((project: Project) => void) => {
  jobs.define(
    queue,
    {
      retryDelaysSeconds: [30, 300, 3600],
      concurrency: 1,
      timeoutSeconds: 3600,
      data: z.object({ projectId: z.string() }),
    },
    ({ projectId }, { signal }) => work(projectId, signal),
  )
  return ({ id }) => {
    void database
      .transaction((transaction) =>
        jobs.enqueue(transaction, queue, { projectId: id }, { singletonKey: id }),
      )
      .catch((error: unknown) => log.warn({ err: error }, `${what} could not be requested`))
  }
}
