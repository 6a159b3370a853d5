import type { Db } from 'pg-boss'
import { z } from 'zod'
import { emptyQueue } from './job-store.ts'
import type { QueueFigures } from './jobs.ts'
import type { Queue } from './queue.ts'

const row = z.object({
  name: z.string(),
  due: z.coerce.number(),
  delayed: z.coerce.number(),
  running: z.coerce.number(),
  age: z.coerce.number(),
})

/** How full the queues are now: what pg-boss itself says of them is up to a minute old. */
export const readPgFigures = async (
  db: Db,
  queues: Queue[],
  deadQueue: (queue: Queue) => string,
): Promise<QueueFigures[]> => {
  const { rows } = await db.executeSql(
    `select name,
       count(*) filter (where state < 'active' and start_after <= now()) as due,
       count(*) filter (where state < 'active' and start_after > now()) as delayed,
       count(*) filter (where state = 'active') as running,
       coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0) as age
     from pgboss.job where state <= 'active' group by name`,
  )
  const found = new Map(
    z
      .array(row)
      .parse(rows)
      .map((each) => [each.name, each]),
  )
  return queues.map((queue) => {
    const own = found.get(queue.name)
    const dead = found.get(deadQueue(queue))?.due ?? 0
    if (!own) return { ...emptyQueue(queue.name), dead }
    return {
      queue: queue.name,
      due: own.due,
      delayed: own.delayed,
      running: own.running,
      dead,
      oldestDueSeconds: own.age,
    }
  })
}
