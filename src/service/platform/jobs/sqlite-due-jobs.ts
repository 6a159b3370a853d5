import { sql, type RawBuilder } from 'kysely'
import type { Queue } from './queue.ts'

/**
 * `held`: the jobs that this process runs. Their leases are renewed in time, unless the clock jumps, and
 * none of them may run beside itself.
 */
type At = { now: string; held: readonly string[] }

/**
 * The rows (by `rowid`) of the jobs to run next on SQLite: the longest due first, within the
 * concurrency of each key.
 */
export const dueJobs = (queue: Queue, count: number, { now, held }: At): RawBuilder<number> =>
  withinRoom(
    queue,
    count,
    { now, held },
    sql`select * from (select rowid as position, key, run_at from jobs where ${isDue(queue, now)} order by run_at, rowid limit ${count})`,
  )

/**
 * The same, found through the keys: for when jobs of a fully used key come before all others.
 *
 * Only keys with free concurrency are asked for their first jobs, so the jobs that wait for another
 * key are never read.
 */
export const dueJobsByKey = (
  queue: Queue,
  count: number,
  { now, held }: At,
): RawBuilder<number> => {
  const room = queue.concurrencyPerKey ?? count
  const nextKey = (key: RawBuilder<unknown>) =>
    sql`select min(key) from jobs where queue = ${queue.name} and state = 'waiting' and key > ${key}`
  const keys = sql`with recursive found (key) as (${nextKey(sql`''`)} union all select (${nextKey(sql`found.key`)}) from found where key is not null) select key from found`
  const open = sql`
    select key, (select min(run_at) from jobs where queue = ${queue.name} and state = 'waiting' and key = keys.key) as first from (${keys}) as keys
    where key not in (select key from (${busy(queue, now)}) where running >= ${room}) and first <= ${now}
    order by first limit ${count}`
  const firstOfKey = sql`select rowid from jobs where ${isDue(queue, now)} and key = open.key order by run_at, rowid limit ${room}`
  return withinRoom(
    queue,
    count,
    { now, held },
    sql`select jobs.rowid as position, jobs.key, jobs.run_at from (${open}) as open cross join jobs on jobs.rowid in (${firstOfKey})
      union all select * from (select rowid, key, run_at from jobs where ${isDue(queue, now)} and key is null order by run_at, rowid limit ${count})`,
  )
}

const isDue = (queue: Queue, now: string) =>
  sql`queue = ${queue.name} and state = 'waiting' and run_at <= ${now}`

/** How many jobs of each key run. */
const busy = (queue: Queue, now: string) =>
  sql`select key, count(*) as running from jobs where queue = ${queue.name} and state = 'running' and lease_until >= ${now} and key is not null group by key`

/** These jobs and those whose lease expired, within the concurrency of each key. */
const withinRoom = (
  queue: Queue,
  count: number,
  { now, held }: At,
  rows: RawBuilder<unknown>,
): RawBuilder<number> => {
  const candidates = sql`
    ${rows}
    union all select rowid, key, run_at from jobs where queue = ${queue.name} and state = 'running' and lease_until < ${now} and id not in (select value from json_each(${JSON.stringify(held)}))`
  if (queue.concurrencyPerKey === undefined)
    return sql<number>`(select position from (${candidates}) order by run_at, position limit ${count})`
  return sql<number>`(
    select position from (select *, row_number() over (partition by key order by run_at, position) as place from (${candidates})) as ranked
    left join (${busy(queue, now)}) as busy on busy.key = ranked.key
    where ranked.key is null or place + coalesce(running, 0) <= ${queue.concurrencyPerKey}
    order by run_at, position limit ${count}
  )`
}
