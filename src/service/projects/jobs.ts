import { z } from 'zod'
import type { Database, Handle } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'

const queue = 'project-deleted-again'

/** Longer than any request lasts. */
const delaySeconds = 2 * 3600

/**
 * The jobs of projects: rows written by requests that were in progress at the deletion are deleted
 * later.
 */
export const defineProjectJobs = ({
  database,
  events,
  jobs,
}: {
  database: Database
  events: Events
  jobs: Jobs
}): void => {
  jobs.define(
    queue,
    { retryDelaysSeconds: [60, 600, 3600], data: z.object({ projectId: z.string() }) },
    async ({ projectId }) => {
      await database.transaction((transaction) =>
        events.publish(transaction, { type: 'project.deleted', scope: projectId, data: {} }),
      )
    },
  )
}

/**
 * Publishes `project.deleted` once more, after every request that began before the deletion has
 * ended.
 */
export const publishDeletedAgain = async (
  jobs: Jobs,
  transaction: Handle,
  projectId: string,
): Promise<void> => {
  await jobs.enqueue(transaction, queue, { projectId }, { delaySeconds })
}
