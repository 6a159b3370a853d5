import type { Project } from '../endpoint/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { parsePage, toPageOf } from '../platform/pagination.ts'
import { expiryOf, type Lifetimes } from './lifetime.ts'
import { sessionStore } from './store.ts'

export type ListSessions = ReturnType<typeof createListSessions>

/** The sessions of a project, newest first. */
export const createListSessions = ({
  database,
  clock,
  kept,
}: {
  database: Database
  clock: Clock
  kept: Lifetimes
}) => {
  const store = sessionStore(database.handle)
  return async (
    project: Project,
    filter: { userIds?: string[] | undefined },
    query: Parameters<typeof parsePage>[0],
  ) => {
    const page = parsePage(query)
    return toPageOf(await store.page(project.id, filter, page), page, (row) => ({
      id: row.id,
      userId: row.user_id,
      configVersion: row.config_version,
      createdAt: row.created_at,
      expiresAt: row.expires_at ?? expiryOf(row, kept, clock.now()),
    }))
  }
}
