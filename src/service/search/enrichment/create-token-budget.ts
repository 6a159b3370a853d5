import { dayMs, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import { enrichmentStore } from './store.ts'

/** The tokens of the day are used up. */
export class TokensUsedUp extends Error {
  override name = 'TokensUsedUp'
  /** Until the next day. */
  readonly waitMs: number

  constructor(tokensPerDay: number, waitMs: number) {
    super(`The ${tokensPerDay} tokens of this day are used up`)
    this.waitMs = waitMs
  }
}

type Parts = { database: Database; clock: Clock; log: Log }

/** Counts the tokens that all nodes use on a day of UTC. */
export const createTokenBudget = ({ database, clock, log }: Parts, tokensPerDay: number) => {
  const store = enrichmentStore(database.handle)
  let reported = ''
  const today = (): string => `${clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`
  return {
    /** Throws when the day's tokens are used up. */
    check: async (): Promise<void> => {
      const day = today()
      if ((await store.tokensOf(day)) < tokensPerDay) return
      if (reported !== day)
        log.warn(
          { tokensPerDay },
          'The tokens of this day are used up; more use cases are written tomorrow (PLUGBOARD_ENRICHMENT_TOKENS_PER_DAY)',
        )
      reported = day
      throw new TokensUsedUp(tokensPerDay, Date.parse(day) + dayMs - clock.now().getTime())
    },
    add: async (tokens: number): Promise<void> => {
      await store.addTokens(today(), tokens)
    },
  }
}
