import { sql, type RawBuilder } from 'kysely'
import type { Queue } from './queue.ts'

/**
 * The ids of the jobs to take next on SQLite: the longest due first, no more of a key than it has room for.
 *
 * Keys without room are left out before the jobs are counted off, so that however many of theirs wait, others are found.
 */
export const dueJobs = (queue: Queue, count: number, now: string): RawBuilder<string> => {
  const due = sql`queue = ${queue.name} and ((state = 'waiting' and run_at <= ${now}) or (state = 'running' and lease_until < ${now}))`
  const room = queue.concurrencyPerKey
  if (room === undefined) return sql<string>`(select id from jobs where ${due} order by run_at, rowid limit ${count})`
  const busy = sql`(select key, count(*) as running from jobs where queue = ${queue.name} and state = 'running' and lease_until >= ${now} and key is not null group by key)`
  return sql<string>`(
    select ranked.id from (
      select id, key, row_number() over (partition by key order by run_at, position) as place from (
        select id, key, run_at, rowid as position from jobs
        where ${due} and (key is null or key not in (select key from ${busy} where running >= ${room}))
        order by run_at, rowid limit ${count}
      )
    ) as ranked left join ${busy} as busy on busy.key = ranked.key
    where ranked.key is null or ranked.place + coalesce(busy.running, 0) <= ${room}
  )`
}
