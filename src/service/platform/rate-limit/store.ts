import { sql } from 'kysely'
import type { Handle } from '../database/index.ts'

type Tables = {
  rate_limits: {
    name: string
    /** Minutes since 1970. */
    minute: number
    /** The number granted to nodes in this minute. */
    taken: number
  }
}

/** SQL of rate limits. */
export const rateLimitStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /**
     * Adds to the count of a minute and returns it; if another node's clock is already in a later
     * minute, at most so many ahead, that minute is used.
     */
    add: (name: string, minute: number, count: number, aheadMinutes: number) => {
      const isOther = sql<boolean>`rate_limits.minute < excluded.minute or rate_limits.minute > excluded.minute + ${sql.lit(aheadMinutes)}`
      return db
        .insertInto('rate_limits')
        .values({ name, minute, taken: count })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({
            taken: sql<number>`case when ${isOther} then excluded.taken else rate_limits.taken + excluded.taken end`,
            minute: sql<number>`case when ${isOther} then excluded.minute else rate_limits.minute end`,
          }),
        )
        .returning(['minute', 'taken'])
        .executeTakeFirstOrThrow()
    },
  }
}
