import type { JobStore } from './job-store.ts'
import type { Jobs } from './jobs.ts'
import type { Queue } from './queue.ts'

/** Adds jobs to the queues that they name; those of a queue that no longer exists are left out. */
export const importToQueues =
  (
    queues: ReadonlyMap<string, Queue>,
    importJobs: NonNullable<JobStore['importJobs']>,
  ): NonNullable<Jobs['importJobs']> =>
  async (transaction, jobs) => {
    for (const [name, ofQueue] of Map.groupBy(jobs, (job) => job.queue)) {
      const queue = queues.get(name)
      if (queue) await importJobs(transaction, queue, ofQueue)
    }
    return ({ queue }) => queues.has(queue)
  }
