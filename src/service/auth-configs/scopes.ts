import type { Catalog } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'

/** The scopes that these tools need together; refuses a tool that the project does not have. */
export const deriveScopes = async (
  catalog: Catalog,
  project: Project,
  slugs: string[],
): Promise<string[]> => {
  const found = await catalog.findSummaries(
    project,
    (await catalog.listToolkits(project)).values(),
    slugs,
  )
  const known = new Set(found.map(({ slug }) => slug))
  const unknown = [...new Set(slugs)].filter((slug) => !known.has(slug.toUpperCase()))
  if (unknown.length > 0) {
    throw new ServiceError(
      'invalid_request',
      'Scopes cannot be derived from tools that this project does not have',
      {
        suggestedFix: 'GET /api/v3/tools lists the tools',
        errors: unknown.map(
          (slug) =>
            `tool_access_config.tools_for_connected_account_creation: there is no tool "${slug}"`,
        ),
      },
    )
  }
  return [...new Set(found.flatMap(({ scopes }) => scopes))]
}

/** Scopes as they are given: a list, or a text with blanks or commas between them. */
export const toScopes = (scopes: unknown): string[] => {
  if (Array.isArray(scopes)) return scopes.filter((scope) => typeof scope === 'string')
  return typeof scopes === 'string' ? scopes.split(/[\s,]+/).filter((scope) => scope !== '') : []
}
