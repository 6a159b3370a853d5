import type { Project } from '../../endpoint/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { ToolkitDefinition } from '../definitions.ts'
import { catalogStore } from '../store.ts'
import { readToolkitDefinition } from '../stored-definitions.ts'

/** The latest version of a toolkit, without its tools. */
export const findLatestDefinition = async (
  { handle }: Pick<Database, 'handle'>,
  project: Pick<Project, 'id'>,
  slug: string,
): Promise<Omit<ToolkitDefinition, 'tools'> | undefined> => {
  const store = catalogStore(handle)
  const latest = await store.findToolkit(project.id, slug)
  const row = latest && (await store.findToolkitVersion(project.id, slug, latest.version))
  return row && readToolkitDefinition(row.definition, slug)
}
