import { sql, type Kysely } from 'kysely'
import { counterName, type Counter } from '../list.ts'
import { termsOf, type Counted } from './terms-of.ts'

/** One writer at a time, so one slot; a total of nothing is no row. */
export const createSqliteTriggers = async (db: Kysely<unknown>, { table, scope, counters }: Counted): Promise<void> => {
  const key = (counter: Counter, row: string) => `scope = ${row}${scope} and counter = '${counterName(table, counter)}' and value = ${termsOf(counter, row).value} and slot = 0`
  const add = (counter: Counter, when: string) => {
    const { value, condition } = termsOf(counter, 'new.')
    return `insert into list_counts (scope, counter, value, slot, count) select new.${scope}, '${counterName(table, counter)}', ${value}, 0, 1 where ${condition} and ${when}
      on conflict (scope, counter, value, slot) do update set count = count + 1;`
  }
  const subtract = (counter: Counter, when: string) => {
    const { condition } = termsOf(counter, 'old.')
    return `update list_counts set count = count - 1 where ${condition} and ${when} and ${key(counter, 'old.')};
      delete from list_counts where ${condition} and ${when} and ${key(counter, 'old.')} and count = 0;`
  }
  const trigger = (event: string, when: string, statements: string[]) =>
    sql.raw(`create trigger ${table}_counts_${event.split(' ')[0]} after ${event} on ${table} ${when} begin ${statements.join('\n')} end`).execute(db)

  await trigger('insert', '', counters.map((counter) => add(counter, '1 = 1')))
  await trigger('delete', '', counters.map((counter) => subtract(counter, '1 = 1')))
  const differs = (columns: string[]) => `(${columns.map((column) => `new.${column} is not old.${column}`).join(' or ')})`
  const moving = counters.map((counter) => ({ counter, when: differs([scope, ...termsOf(counter, '').columns]) }))
  const columns = [...new Set([scope, ...counters.flatMap((counter) => termsOf(counter, '').columns)])]
  await trigger(`update of ${columns.join(', ')}`, `when ${differs(columns)}`, moving.flatMap(({ counter, when }) => [subtract(counter, when), add(counter, when)]))
}
