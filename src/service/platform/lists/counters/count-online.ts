import { sql } from 'kysely'
import { engineOf } from '../../database/engine-of.ts'
import { lockAgainstWriters, type FillStep } from '../../database/index.ts'
import type { Counter } from '../list.ts'
import { createTriggers, maintainCounts } from './maintain-counts.ts'
import { termsOf, type Counted } from './terms-of.ts'

/**
 * The online step that counts the rows that are there, and `maintainCounts` in a database without
 * rows. Its name is the `filledBy` of the counters, also where they are read.
 *
 * From the migration on, the triggers count the rows up to the position of the step, which counts
 * the others batch by batch while nobody writes. So each row is counted once, by one of them.
 */
export const countOnline = (
  name: string,
  { counters, ...list }: Counted,
  kept: readonly Counter[] = [],
): FillStep => {
  const counted = {
    ...list,
    counters: counters.map((counter) => ({ ...counter, filledBy: name })),
  }
  return {
    name,
    table: list.table,
    atOnce: (db) => maintainCounts(db, counted, kept),
    prepare: async (db) => {
      if (engineOf(db) === 'postgres') await lockAgainstWriters(db, list.table)
      await createTriggers(db, counted, kept)
    },
    fill: async (db, { after, until }) => {
      const slot = engineOf(db) === 'postgres' ? 'list_counts_slot()' : '0'
      for (const counter of counted.counters) {
        const terms = termsOf(list.table, counter, '')
        await sql`
          insert into list_counts (scope, counter, value, slot, count)
          select scope, counter, value, ${sql.raw(slot)}, count(*) from (
            select ${sql.raw(`${list.scope} as scope, ${terms.name} as counter, ${terms.value} as value`)}
            from ${sql.table(list.table)}
            where id > ${after} and id <= ${until} and ${sql.raw(terms.condition)}
          ) as batch where 1 = 1 group by scope, counter, value
          on conflict (scope, counter, value, slot) do update set count = list_counts.count + excluded.count`.execute(
          db,
        )
      }
    },
  }
}
