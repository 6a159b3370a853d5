import { sql, type Kysely } from 'kysely'
import { slotLock } from './slots.ts'
import { gateOf, termsOf, type Counted } from './terms-of.ts'

const slots = 32

/**
 * A transaction writes totals in a slot that it locks until its end, so writers never wait for each
 * other here and cannot deadlock.
 *
 * The same transaction gets its slot again at once. When all slots are locked, the process id of the
 * backend makes one more.
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

/** The triggers run once per statement, however many rows it wrote. */
export const createPostgresTriggers = async (
  db: Kysely<unknown>,
  counted: Counted,
): Promise<void> => {
  await replacePostgresFunctions(db, counted)
  for (const { event, tables } of events) {
    const name = functionName(counted, event)
    await sql
      .raw(
        `create trigger ${name} after ${event} on ${counted.table} referencing ${tables} for each statement execute function ${name}()`,
      )
      .execute(db)
  }
}

/**
 * The functions of the triggers. New counters replace only these, so that readers are not locked out.
 */
export const replacePostgresFunctions = async (
  db: Kysely<unknown>,
  counted: Counted,
): Promise<void> => {
  const columns = [
    ...new Set([
      counted.scope,
      ...counted.counters.flatMap((counter) => [
        ...termsOf(counted.table, counter, '').columns,
        ...(counter.filledBy === undefined ? [] : ['id']),
      ]),
    ]),
  ].join(', ')
  for (const { event, changes } of events) {
    const written = changes.map(
      ({ change, table }) => `select ${change} as change, ${columns} from ${table}`,
    )
    await replaceFunction(db, counted, functionName(counted, event), written.join(' union all '))
  }
}

const added = { change: 1, table: 'added' }
const removed = { change: -1, table: 'removed' }

const events = [
  { event: 'insert', tables: 'new table as added', changes: [added] },
  { event: 'delete', tables: 'old table as removed', changes: [removed] },
  { event: 'update', tables: 'old table as removed new table as added', changes: [added, removed] },
]

const functionName = ({ table }: Counted, event: string): string => `${table}_counts_${event}`

const replaceFunction = async (
  db: Kysely<unknown>,
  { table, scope, counters }: Counted,
  name: string,
  changes: string,
): Promise<void> => {
  const counts = counters.map((counter) => {
    const terms = termsOf(table, counter, 'written.')
    return `(${terms.name}, ${terms.value}, ${terms.condition}${gateOf(counter, 'written.')})`
  })
  await sql
    .raw(
      `create or replace function ${name}() returns trigger language plpgsql as $$
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
}
