import { sql, type Kysely } from 'kysely'
import { counterName } from '../list.ts'
import { slotLock } from './slots.ts'
import { termsOf, type Counted } from './terms-of.ts'

const slots = 32

/**
 * A transaction writes totals in a slot that it alone has until its end: writers never wait for each other here, so they can't lock each other out.
 *
 * A slot is taken again by the same transaction without asking; when all are taken, the backend's own number makes one more.
 */
export const createSlotFunction = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `create function list_counts_slot() returns integer language plpgsql as $$
       begin
         for step in 0..${slots - 1} loop
           if pg_try_advisory_xact_lock(${slotLock}, (pg_backend_pid() + step) % ${slots}) then return (pg_backend_pid() + step) % ${slots}; end if;
         end loop;
         perform pg_advisory_xact_lock(${slotLock}, ${slots} + pg_backend_pid());
         return ${slots} + pg_backend_pid();
       end $$`,
    )
    .execute(db)
}

/** Once per statement, however many rows it wrote. */
export const createPostgresTriggers = async (db: Kysely<unknown>, counted: Counted): Promise<void> => {
  const columns = [...new Set([counted.scope, ...counted.counters.flatMap((counter) => termsOf(counter, '').columns)])].join(', ')
  const added = `select 1 as change, ${columns} from added`
  const removed = `select -1 as change, ${columns} from removed`
  await createTrigger(db, counted, 'insert', 'new table as added', added)
  await createTrigger(db, counted, 'delete', 'old table as removed', removed)
  await createTrigger(db, counted, 'update', 'old table as removed new table as added', `${added} union all ${removed}`)
}

const createTrigger = async (db: Kysely<unknown>, { table, scope, counters }: Counted, event: string, tables: string, changes: string): Promise<void> => {
  const name = `${table}_counts_${event}`
  const counts = counters.map((counter) => {
    const { value, condition } = termsOf(counter, 'written.')
    return `('${counterName(table, counter)}', ${value}, ${condition})`
  })
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$
       begin
         insert into list_counts (scope, counter, value, slot, count)
         select moved.scope, moved.counter, moved.value, list_counts_slot(), moved.change from (
           select written.${scope} as scope, counts.counter, counts.value, sum(written.change) as change
           from (${changes}) as written cross join lateral (values ${counts.join(', ')}) as counts (counter, value, counted)
           where counts.counted group by 1, 2, 3 having sum(written.change) <> 0
         ) as moved
         on conflict (scope, counter, value, slot) do update set count = list_counts.count + excluded.count;
         return null;
       end $$`,
    )
    .execute(db)
  await sql.raw(`create trigger ${name} after ${event} on ${table} referencing ${tables} for each statement execute function ${name}()`).execute(db)
}
