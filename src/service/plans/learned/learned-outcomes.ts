import { dayMs, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { minimumUsers } from './learned-plans.ts'
import { mayLearnFrom } from './may-learn-from.ts'
import { maximumWords, wordKey } from './observations.ts'
import { learnedStore } from './store.ts'

export type LearnedOutcomes = ReturnType<typeof createLearnedOutcomes>

const maximumFacts = 1000
/** The number of users from which a word has full weight. */
const manyUsers = 12
/** The half-life of a fact without new evidence. */
const halfLifeMs = 30 * dayMs

/**
 * The outcomes of searches with the same words: for each list of words a score from 0 to 1 for the
 * tools that users then ran successfully.
 *
 * A word that leads to many different tools says little about each; repetitions by one user do not
 * count.
 */
export const createLearnedOutcomes = ({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}) => {
  const store = learnedStore(database.handle)

  return async (
    project: Project,
    searches: readonly (readonly string[])[],
  ): Promise<Map<string, number>[]> => {
    const keyed = searches.map((words) =>
      words.slice(0, maximumWords).map((word) => wordKey(project, word)),
    )
    const wanted = [...new Set(keyed.flat())]
    if (!mayLearnFrom(project) || wanted.length === 0) return searches.map(() => new Map())
    const facts = await store.listOutcomes(project.id, wanted, minimumUsers, maximumFacts)
    const now = clock.now().getTime()
    const byWord = Map.groupBy(facts, ({ content }) => content)
    return keyed.map((words) => {
      const boosts = new Map<string, number>()
      for (const word of words) {
        const ofWord = byWord.get(word) ?? []
        const total = ofWord.reduce((sum, { users }) => sum + users, 0)
        for (const { tool_slug: tool, users, last_seen_at } of ofWord) {
          const age = 0.5 ** ((now - Date.parse(last_seen_at)) / halfLifeMs)
          boosts.set(
            tool,
            (boosts.get(tool) ?? 0) +
              ((users / total) * Math.min(1, users / manyUsers) * age) / words.length,
          )
        }
      }
      return boosts
    })
  }
}
