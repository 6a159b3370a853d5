import { sql } from 'kysely'
import type { Handle } from '../../platform/database/index.ts'

type Tables = {
  /** Recorded calls that are not processed yet; kept until their task has ended. */
  session_plan_steps: {
    id: string
    project_id: string
    /** Keyed hash of the session. */
    run_key: string
    /** Keyed hash of the user. */
    user_key: string
    tool_slug: string
    /** Null for success. */
    failure: string | null
    started_at: string
    finished_at: string
  }
  /**
   * Recorded searches that are not processed yet. Only keyed hashes of words that the catalogue
   * contains are stored.
   */
  session_searches: {
    id: string
    project_id: string
    run_key: string
    user_key: string
    /** JSON. */
    words: string
    /** The returned slugs, as JSON. */
    tools: string
    searched_at: string
  }
  session_plan_facts: {
    id: string
    project_id: string
    kind: 'sequence' | 'failure' | 'outcome'
    /**
     * The last tool of a sequence, the tool that failed, or the one that succeeded after a search.
     */
    tool_slug: string
    /** The rest, as JSON; for an outcome the word's keyed hash. */
    content: string
    /** Distinct users, counted up to a limit. */
    users: number
    /** Tasks that showed it. */
    seen: number
    /** Tasks in which a call failed on the way. */
    seen_with_failure: number
    last_seen_at: string
  }
  session_plan_users: { fact_id: string; project_id: string; user_key: string }
}

export type StepRow = Tables['session_plan_steps']
export type SearchRow = Tables['session_searches']
export type FactRow = Tables['session_plan_facts']
type FactUserRow = Tables['session_plan_users']

/** SQL of learned plans. */
export const learnedStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()

  const deleteFacts = async (ids: string[]) => {
    if (ids.length === 0) return
    await db.deleteFrom('session_plan_users').where('fact_id', 'in', ids).execute()
    await db.deleteFrom('session_plan_facts').where('id', 'in', ids).execute()
  }

  return {
    insertSteps: (rows: StepRow[]) => db.insertInto('session_plan_steps').values(rows).execute(),
    insertSearches: (rows: SearchRow[]) => db.insertInto('session_searches').values(rows).execute(),

    /**
     * Runs whose last call was before `idleSince`, or that began before `beganBefore` and may never
     * become idle.
     */
    listSettled: (idleSince: string, beganBefore: string, limit: number) =>
      db
        .selectFrom('session_plan_steps')
        .select(['project_id', 'run_key'])
        .groupBy(['project_id', 'run_key'])
        .having(({ eb, fn, or }) =>
          or([
            eb(fn.max('finished_at'), '<', idleSince),
            eb(fn.min('started_at'), '<', beganBefore),
          ]),
        )
        .limit(limit)
        .execute(),
    listSteps: (projectId: string, runKey: string, limit: number) =>
      db
        .selectFrom('session_plan_steps')
        .selectAll()
        .where('run_key', '=', runKey)
        .where('project_id', '=', projectId)
        .orderBy('started_at')
        .orderBy('finished_at')
        .orderBy('id')
        .limit(limit)
        .execute(),
    listSearches: (projectId: string, runKey: string, until: string, limit: number) =>
      db
        .selectFrom('session_searches')
        .selectAll()
        .where('run_key', '=', runKey)
        .where('project_id', '=', projectId)
        .where('searched_at', '<=', until)
        .orderBy('searched_at', 'desc')
        .limit(limit)
        .execute(),
    deleteSteps: async (ids: string[]) => {
      const deleted = await db
        .deleteFrom('session_plan_steps')
        .where('id', 'in', ids)
        .executeTakeFirst()
      return Number(deleted.numDeletedRows)
    },

    /** Upserts facts; `countUsers` updates `users`. Returns how many users each fact had. */
    upsertFacts: (rows: FactRow[]) =>
      db
        .insertInto('session_plan_facts')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(({ eb, ref }) => ({
            seen: eb('session_plan_facts.seen', '+', ref('excluded.seen')),
            seen_with_failure: eb(
              'session_plan_facts.seen_with_failure',
              '+',
              ref('excluded.seen_with_failure'),
            ),
            last_seen_at: ref('excluded.last_seen_at'),
          })),
        )
        .returning(['id', 'users'])
        .execute(),
    insertUsers: (rows: FactUserRow[]) =>
      db
        .insertInto('session_plan_users')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['fact_id', 'user_key']).doNothing())
        .execute(),
    /** Deletes what was recorded of a user's calls and searches; how much there may still be. */
    deleteRecordsOfUser: async (projectId: string, userKey: string, limit: number) => {
      const counts = []
      for (const table of ['session_plan_steps', 'session_searches'] as const) {
        const { numDeletedRows } = await db
          .deleteFrom(table)
          .where('id', 'in', ({ selectFrom }) =>
            selectFrom(table)
              .select('id')
              .where('project_id', '=', projectId)
              .where('user_key', '=', userKey)
              .limit(limit),
          )
          .executeTakeFirst()
        counts.push(Number(numDeletedRows))
      }
      return Math.max(...counts)
    },
    /** The facts that a user is counted in. */
    listFactsOfUser: async (projectId: string, userKey: string, limit: number) =>
      (
        await db
          .selectFrom('session_plan_users')
          .select('fact_id')
          .where('project_id', '=', projectId)
          .where('user_key', '=', userKey)
          .orderBy('fact_id')
          .limit(limit)
          .execute()
      ).map((row) => row.fact_id),
    deleteUserOfFacts: (ids: string[], userKey: string) =>
      db
        .deleteFrom('session_plan_users')
        .where('fact_id', 'in', ids)
        .where('user_key', '=', userKey)
        .execute(),
    deleteFactsWithoutUsers: async (ids: string[]) => {
      const rows = await db
        .selectFrom('session_plan_facts')
        .select('id')
        .where('id', 'in', ids)
        .where('users', '=', 0)
        .execute()
      await deleteFacts(rows.map(({ id }) => id))
    },
    countUsers: (ids: string[]) =>
      db
        .updateTable('session_plan_facts')
        .set(({ selectFrom }) => ({
          users: selectFrom('session_plan_users')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef('session_plan_users.fact_id', '=', 'session_plan_facts.id'),
        }))
        .where('id', 'in', ids)
        .execute(),

    listFacts: (
      projectId: string,
      kind: FactRow['kind'],
      tools: string[],
      minimumUsers: number,
      limit: number,
    ) =>
      db
        .selectFrom('session_plan_facts')
        .selectAll()
        .where('project_id', '=', projectId)
        // Written out: an index holds one kind, so SQLite plans again for one that is bound.
        .where('kind', '=', sql.lit(kind))
        .where('tool_slug', 'in', tools)
        .where('users', '>=', minimumUsers)
        .orderBy('users', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** The tools that succeeded after searches with these words. */
    listOutcomes: (projectId: string, words: string[], minimumUsers: number, limit: number) =>
      db
        .selectFrom('session_plan_facts')
        .select(['tool_slug', 'content', 'users', 'last_seen_at'])
        .where('project_id', '=', projectId)
        .where('kind', '=', sql.lit('outcome'))
        .where('content', 'in', words)
        .where('users', '>=', minimumUsers)
        .orderBy('users', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** Tools with facts whose slugs have this prefix. */
    listToolsWithFacts: async (projectId: string, prefix: string, after: string, limit: number) => {
      const rows = await db
        .selectFrom('session_plan_facts')
        .select('tool_slug')
        .distinct()
        .where('project_id', '=', projectId)
        .where('tool_slug', 'like', `${prefix}%`)
        .where('tool_slug', '>', after)
        .orderBy('tool_slug')
        .limit(limit)
        .execute()
      return rows.map((row) => row.tool_slug)
    },
    deleteSomeFactsOfTools: async (projectId: string, tools: string[], limit: number) => {
      const rows = await db
        .selectFrom('session_plan_facts')
        .select('id')
        .where('project_id', '=', projectId)
        .where('tool_slug', 'in', tools)
        .limit(limit)
        .execute()
      await deleteFacts(rows.map(({ id }) => id))
      return rows.length
    },

    /**
     * The facts of a project beyond the maximum: those with the fewest users first, then the
     * oldest.
     */
    deleteSurplus: async (
      projectId: string,
      kinds: FactRow['kind'][],
      keep: number,
      limit: number,
    ) => {
      const rows = await db
        .selectFrom('session_plan_facts')
        .select('id')
        .where('project_id', '=', projectId)
        .where('kind', 'in', kinds)
        .orderBy('users', 'desc')
        .orderBy('last_seen_at', 'desc')
        .orderBy('id')
        .offset(keep)
        .limit(limit)
        .execute()
      await deleteFacts(rows.map(({ id }) => id))
      return rows.length
    },
    deleteSomeStepsOfRun: async (projectId: string, runKey: string, limit: number) => {
      const some = db
        .selectFrom('session_plan_steps')
        .select('id')
        .where('run_key', '=', runKey)
        .where('project_id', '=', projectId)
        .limit(limit)
      const deleted = await db
        .deleteFrom('session_plan_steps')
        .where('id', 'in', some)
        .executeTakeFirst()
      return Number(deleted.numDeletedRows)
    },
  }
}
