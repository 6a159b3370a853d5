import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'

/** Injected, since sessions depend on approvals. */
export type SessionLookup = { open(project: Project, id: string): Promise<{ id: string }> }

export const isThere = async (
  sessions: SessionLookup,
  project: Project,
  id: string,
): Promise<boolean> => {
  try {
    return (await sessions.open(project, id)).id === id
  } catch (error) {
    if (error instanceof ServiceError && error.slug === 'not_found') return false
    throw error
  }
}
