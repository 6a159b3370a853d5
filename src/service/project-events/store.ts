import { sql } from 'kysely'
import type { Handle } from '../platform/database/index.ts'

type Tables = {
  project_events: {
    event_id: string
    project_id: string
    /** Position among the events of the project. */
    sequence: number
    type: string
    /** The event, encrypted. */
    body: string
    created_at: string
  }
  /** The last position of each project; kept longer than the events. */
  project_event_heads: { project_id: string; sequence: number }
}

export type ProjectEventRow = Tables['project_events']

/** SQL of the events of projects. */
export const projectEventStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()

  return {
    /**
     * The next position of the project. The row stays locked until the transaction ends, so that
     * positions become visible in order and a reader misses none.
     */
    takeSequence: async (projectId: string): Promise<number> => {
      const { sequence } = await db
        .insertInto('project_event_heads')
        .values({ project_id: projectId, sequence: 1 })
        .onConflict((conflict) =>
          conflict
            .column('project_id')
            .doUpdateSet({ sequence: sql<number>`project_event_heads.sequence + 1` }),
        )
        .returning('sequence')
        .executeTakeFirstOrThrow()
      return sequence
    },
    has: async (eventId: string) =>
      (await db
        .selectFrom('project_events')
        .select('event_id')
        .where('event_id', '=', eventId)
        .executeTakeFirst()) !== undefined,
    /** Inserts nothing if the event is recorded already. */
    insert: (row: ProjectEventRow) =>
      db
        .insertInto('project_events')
        .values(row)
        .onConflict((conflict) => conflict.column('event_id').doNothing())
        .execute(),
    listAfter: (projectId: string, sequence: number, limit: number) =>
      db
        .selectFrom('project_events')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(limit)
        .execute(),
    /** The newest ones after a time, newest first. */
    listSince: (projectId: string, since: string, limit: number) =>
      db
        .selectFrom('project_events')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('created_at', '>', since)
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute(),
    heads: async (projectIds: string[]): Promise<Map<string, number>> => {
      const rows = await db
        .selectFrom('project_event_heads')
        .selectAll()
        .where('project_id', 'in', projectIds)
        .execute()
      return new Map(rows.map((row) => [row.project_id, row.sequence]))
    },
  }
}
