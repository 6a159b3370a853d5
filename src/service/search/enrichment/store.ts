import { lockRow, type Handle } from '../../platform/database/index.ts'
import type { SharedRow } from '../../platform/retention/index.ts'

type Tables = {
  /**
   * Use cases that a language model wrote for a batch of tools, by the hash of everything that they
   * depend on; the same for all projects.
   */
  search_use_cases: SharedRow & {
    tools: number
    /** Tools that got use cases; the model's answers for the others were invalid. */
    enriched: number
    content: string
    created_at: string
  }
  /** The use cases that a project's tools have. */
  search_project_use_cases: { project_id: string; use_cases_id: string }
  /** The tools of a project that wait for use cases. */
  search_enrichments: { project_id: string; waiting: number; updated_at: string }
  /** The tokens that were used on a day. */
  search_enrichment_days: { day: string; tokens: number }
}

export type UseCasesRow = Tables['search_use_cases']

/** SQL of use cases. */
export const enrichmentStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    findRows: (addresses: string[]) =>
      db
        .selectFrom('search_use_cases')
        .select(['id', 'address', 'tools', 'enriched'])
        .where('address', 'in', addresses)
        .execute(),
    findContents: (addresses: string[]) =>
      db
        .selectFrom('search_use_cases')
        .select(['id', 'content'])
        .where('address', 'in', addresses)
        .execute(),
    insertRow: (row: UseCasesRow) =>
      db
        .insertInto('search_use_cases')
        .values(row)
        .onConflict((conflict) => conflict.column('address').doNothing())
        .execute(),
    /** The use cases with this address, which are not deleted before the transaction ends. */
    lockRow: (address: string) => lockRow(db, 'search_use_cases', { address }),

    listUses: async (projectId: string) => {
      const rows = await db
        .selectFrom('search_project_use_cases')
        .select('use_cases_id')
        .where('project_id', '=', projectId)
        .execute()
      return rows.map((row) => row.use_cases_id)
    },
    insertUse: (row: Tables['search_project_use_cases']) =>
      db
        .insertInto('search_project_use_cases')
        .values(row)
        .onConflict((conflict) => conflict.columns(['project_id', 'use_cases_id']).doNothing())
        .execute(),
    deleteUses: (projectId: string, ids: string[]) =>
      db
        .deleteFrom('search_project_use_cases')
        .where('project_id', '=', projectId)
        .where('use_cases_id', 'in', ids)
        .execute(),

    upsertWaiting: (row: Tables['search_enrichments']) =>
      db
        .insertInto('search_enrichments')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('project_id')
            .doUpdateSet({ waiting: row.waiting, updated_at: row.updated_at }),
        )
        .execute(),
    /** Tools by their state, over all projects. */
    countTools: async () => {
      const written = await db
        .selectFrom('search_use_cases')
        .select(({ fn }) => [fn.sum('enriched').as('enriched'), fn.sum('tools').as('tools')])
        .where('address', 'is not', null)
        .executeTakeFirst()
      const pending = await db
        .selectFrom('search_enrichments')
        .select(({ fn }) => fn.sum('waiting').as('waiting'))
        .executeTakeFirst()
      const enriched = Number(written?.enriched ?? 0)
      return {
        enriched,
        failed: Number(written?.tools ?? 0) - enriched,
        waiting: Number(pending?.waiting ?? 0),
      }
    },

    addTokens: (day: string, tokens: number) =>
      db
        .insertInto('search_enrichment_days')
        .values({ day, tokens })
        .onConflict((conflict) =>
          conflict.column('day').doUpdateSet((expression) => ({
            tokens: expression('search_enrichment_days.tokens', '+', tokens),
          })),
        )
        .execute(),
    tokensOf: async (day: string) => {
      const row = await db
        .selectFrom('search_enrichment_days')
        .select('tokens')
        .where('day', '=', day)
        .executeTakeFirst()
      return Number(row?.tokens ?? 0)
    },
  }
}
