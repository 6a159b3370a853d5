import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Projects } from '../../projects/index.ts'
import { ServiceError } from '../../service-error.ts'
import type { Catalog, CatalogTool } from '../catalog.ts'
import { catalogStore } from '../store.ts'
import type { HintOverrides } from './apply-hints.ts'
import { maximumAnnotatedTools } from './project-annotations.ts'

type Parts = { database: Database; projects: Projects; catalog: Catalog }

/** Replaces a project's annotations of a tool, and returns the updated tool. */
export const annotateTool = async (
  parts: Parts,
  project: Project,
  slug: string,
  overrides: HintOverrides,
): Promise<CatalogTool> => {
  const { definition, toolkit } = await parts.catalog.getTool(project, slug)
  const names = (await parts.catalog.namesOf(project, [definition.slug])).get(definition.slug) ?? []
  await parts.database.transaction(async (transaction) => {
    const store = catalogStore(transaction)
    // First, since it serializes changes of the project.
    await parts.projects.bumpCatalogStamp(transaction, project.id)
    await store.deleteAnnotations(project.id, [...names])
    if (Object.keys(overrides).length === 0) return
    const others = await store.listAnnotations(project.id, maximumAnnotatedTools)
    if (others.length >= maximumAnnotatedTools) throw tooMany()
    await store.upsertAnnotations({
      project_id: project.id,
      slug: definition.slug,
      toolkit_slug: toolkit,
      hints: JSON.stringify(overrides),
    })
  })
  return parts.catalog.getTool(await parts.projects.reload(project.id), slug)
}

const tooMany = () =>
  new ServiceError(
    'invalid_request',
    `The project has set the hints of ${maximumAnnotatedTools} tools, which is the maximum`,
    {
      suggestedFix:
        'Remove unneeded ones with an empty object, or import the toolkit with annotations: trusted',
    },
  )
