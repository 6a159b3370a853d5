import type { PgBoss } from 'pg-boss'
import { emptyQueue } from './job-store.ts'
import type { QueueFigures } from './jobs.ts'
import { deadQueue } from './pg-queues.ts'
import type { Queue } from './queue.ts'

/** How full the queues are, as pg-boss counted at its last monitoring: a third of a lease ago. */
export const readPgFigures = async (boss: PgBoss, queues: Queue[]): Promise<QueueFigures[]> => {
  const counted = await boss.getQueues(queues.flatMap((queue) => [queue.name, deadQueue(queue)]))
  const byName = new Map(counted.map((counts) => [counts.name, counts]))
  const figures: QueueFigures[] = []
  for (const queue of queues) {
    const counts = byName.get(queue.name)
    if (!counts) figures.push(emptyQueue(queue.name))
    else
      figures.push({
        queue: queue.name,
        due: counts.readyCount,
        delayed: counts.deferredCount,
        running: counts.activeCount,
        dead: byName.get(deadQueue(queue))?.readyCount ?? 0,
        oldestDueSeconds: counts.readyCount > 0 ? await readAgeOfNext(boss, queue) : 0,
      })
  }
  return figures
}

/**
 * How long the job that is next has been due. pg-boss reveals that only to whoever fetches the job,
 * so it is fetched in a transaction that is rolled back; workers fetch the job after it meanwhile.
 */
const readAgeOfNext = async (boss: PgBoss, queue: Queue): Promise<number> => {
  const transaction = await boss.getDb().beginTransaction?.()
  if (!transaction) return 0
  try {
    const [next] = await boss.fetch(queue.name, { includeMetadata: true, db: transaction.db })
    return next ? Math.max(0, (Date.now() - next.startAfter.getTime()) / 1_000) : 0
  } finally {
    await transaction.rollback()
  }
}
