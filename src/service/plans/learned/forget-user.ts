import type { Project } from '../../endpoint/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { deleteInBatches } from '../../platform/delete-in-batches.ts'
import { userKeyOf } from './observations.ts'
import { learnedStore } from './store.ts'

/**
 * Deletes what was recorded of a user's calls, and no longer counts the user in what was learned
 * from them. What only this user did is forgotten.
 */
export const createForgetUser =
  ({ database }: { database: Database }) =>
  async (project: Project, userId: string): Promise<void> => {
    const userKey = userKeyOf(project, userId)
    await deleteInBatches((limit) =>
      learnedStore(database.handle).deleteRecordsOfUser(project.id, userKey, limit),
    )
    await deleteInBatches((limit) =>
      database.transaction(async (transaction) => {
        const store = learnedStore(transaction)
        const facts = await store.listFactsOfUser(project.id, userKey, limit)
        if (facts.length === 0) return 0
        await store.deleteUserOfFacts(facts, userKey)
        await store.countUsers(facts)
        await store.deleteFactsWithoutUsers(facts)
        return facts.length
      }),
    )
  }
