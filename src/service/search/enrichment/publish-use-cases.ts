import type { Project } from '../../endpoint/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Projects } from '../../projects/index.ts'

type Parts = {
  database: Database
  projects: Pick<Projects, 'bumpCatalogStamp' | 'reload'>
  indexes: {
    refresh(project: Project): Promise<boolean>
    complete(project: Project): Promise<void>
  }
}

/**
 * Has searches use what was written: on this node first, so that none waits for it, then on the
 * others, which load the stored index. Resolves with the project as it is then.
 */
export const publishUseCases = async (
  { database, projects, indexes }: Parts,
  project: Project,
): Promise<Project> => {
  const current = await projects.reload(project.id)
  if (!(await indexes.refresh(current))) return current
  await database.transaction((transaction) => projects.bumpCatalogStamp(transaction, project.id))
  const bumped = await projects.reload(project.id)
  await indexes.complete(bumped)
  return bumped
}
