import type { Catalog } from '../catalog/catalog.ts'
import type { Project } from '../projects/project.ts'
import { ServiceError } from '../service-error.ts'

/** The scopes that these tools need together; refuses a tool that the project does not have. */
export const deriveScopes = async (catalog: Catalog, project: Project, slugs: string[]): Promise<string[]> => {
  const found = await Promise.all(slugs.map((slug) => findTool(catalog, project, slug)))
  const unknown = slugs.filter((_slug, index) => found[index] === undefined)
  if (unknown.length > 0) {
    throw new ServiceError('invalid_request', 'Scopes cannot be derived from tools that this project does not have', {
      suggestedFix: 'GET /api/v3/tools lists the tools',
      errors: unknown.map((slug) => `tool_access_config.tools_for_connected_account_creation: there is no tool "${slug}"`),
    })
  }
  return [...new Set(found.flatMap((tool) => tool?.definition.scopes ?? []))]
}

/** Scopes as they are given: a list, or a text with blanks or commas between them. */
export const toScopes = (scopes: unknown): string[] => {
  if (Array.isArray(scopes)) return scopes.filter((scope) => typeof scope === 'string')
  return typeof scopes === 'string' ? scopes.split(/[\s,]+/).filter((scope) => scope !== '') : []
}

const findTool = async (catalog: Catalog, project: Project, slug: string) => {
  try {
    return await catalog.getTool(project, slug)
  } catch (error) {
    if (error instanceof ServiceError && error.slug === 'not_found') return undefined
    throw error
  }
}
