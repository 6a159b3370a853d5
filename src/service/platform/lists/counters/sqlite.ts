import { sql, type Kysely } from 'kysely'
import type { Counter } from '../list.ts'
import { gateOf, termsOf, type Counted } from './terms-of.ts'

/** SQLite has one writer at a time, so one slot. A total of zero has no row. */
export const createSqliteTriggers = async (
  db: Kysely<unknown>,
  { table, scope, counters }: Counted,
): Promise<void> => {
  const terms = (counter: Counter, row: string) => termsOf(table, counter, row)
  const add = (counter: Counter, when: string) => {
    const { name, value, condition } = terms(counter, 'new.')
    return `insert into list_counts (scope, counter, value, slot, count) select new.${scope}, ${name}, ${value}, 0, 1 where ${condition}${gateOf(counter, 'new.')} and ${when}
      on conflict (scope, counter, value, slot) do update set count = count + 1;`
  }
  const subtract = (counter: Counter, when: string) => {
    const { name, value, condition } = terms(counter, 'old.')
    const key = `scope = old.${scope} and counter = ${name} and value = ${value} and slot = 0`
    const counted = `${condition}${gateOf(counter, 'old.')} and ${when} and ${key}`
    return `update list_counts set count = count - 1 where ${counted};
      delete from list_counts where ${counted} and count = 0;`
  }
  const trigger = async (event: string, when: string, statements: string[]) => {
    const name = `${table}_counts_${event.split(' ')[0]}`
    await sql.raw(`drop trigger if exists ${name}`).execute(db)
    await sql
      .raw(
        `create trigger ${name} after ${event} on ${table} ${when} begin ${statements.join('\n')} end`,
      )
      .execute(db)
  }

  await trigger(
    'insert',
    '',
    counters.map((counter) => add(counter, '1 = 1')),
  )
  await trigger(
    'delete',
    '',
    counters.map((counter) => subtract(counter, '1 = 1')),
  )
  const differs = (columns: string[]) =>
    `(${columns.map((column) => `new.${column} is not old.${column}`).join(' or ')})`
  const moving = counters.map((counter) => ({
    counter,
    when: differs([scope, ...terms(counter, '').columns]),
  }))
  const columns = [
    ...new Set([scope, ...counters.flatMap((counter) => terms(counter, '').columns)]),
  ]
  await trigger(
    `update of ${columns.join(', ')}`,
    `when ${differs(columns)}`,
    moving.flatMap(({ counter, when }) => [subtract(counter, when), add(counter, when)]),
  )
}
