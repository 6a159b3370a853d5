import type { Db, Job, PgBoss } from 'pg-boss'
import type { Queue } from './queue.ts'

/** Takes jobs as pg-boss does, but always along the index that has them in their order. */
export const takeAlongIndex = async (
  boss: PgBoss,
  queue: Queue,
  count: number,
): Promise<Job<object>[]> => {
  const bound =
    queue.concurrencyPerKey === undefined ? {} : { groupConcurrency: queue.concurrencyPerKey }
  return boss.fetch<object>(queue.name, {
    batchSize: count,
    ...bound,
    db: { executeSql: (text, values) => executeAlongIndex(boss.getDb(), text, values) },
  })
}

/**
 * A queue is empty most of the time, and PostgreSQL plans by what it last counted: left to itself,
 * it gathers and sorts all of ten thousand jobs each time that a hundred are taken.
 *
 * Of the statement alone, so that nothing else that pg-boss asks waits for a second connection
 * while this one is held.
 */
const executeAlongIndex = async (db: Db, text: string, values: unknown[] | undefined) => {
  const transaction = await db.beginTransaction?.()
  if (!transaction) throw new Error('pg-boss opens no transactions on its own connections any more')
  try {
    await transaction.db.executeSql('set local enable_bitmapscan = off')
    const result = await transaction.db.executeSql(text, values)
    await transaction.commit()
    return result
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}
