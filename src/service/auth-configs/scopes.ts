import type { AuthSchemeDefinition } from '../auth-schemes/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'

/** The scopes that these tools require together; refuses tools that the project does not have. */
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
  const unknown = [...new Set(slugs)].filter((slug) => !found.has(slug))
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
  return [...new Set([...found.values()].flatMap(({ scopes }) => scopes))]
}

/**
 * The default scopes that are about the grant and not about a tool: who the user is, and whether it
 * can be renewed.
 */
export const scopesOfGrant = ({ oauth }: Pick<AuthSchemeDefinition, 'oauth'>): string[] =>
  (oauth?.defaultScopes ?? []).filter((scope) => ofGrant.has(scope))

const ofGrant = new Set([
  'openid',
  'email',
  'profile',
  'offline_access',
  'offline.access',
  'refresh_token',
])

/** Parses scopes: a list, or a text separated by spaces or commas. */
export const toScopes = (scopes: unknown): string[] => {
  if (Array.isArray(scopes)) return scopes.filter((scope) => typeof scope === 'string')
  return typeof scopes === 'string' ? scopes.split(/[\s,]+/).filter((scope) => scope !== '') : []
}

/** What the provider is asked for when an account of this auth config is connected. */
export const requestedScopes = ({
  scheme,
  credentials,
}: {
  scheme: Pick<AuthSchemeDefinition, 'oauth'>
  credentials: Record<string, unknown>
}): string[] => {
  const own = toScopes(credentials['scopes'])
  return [
    ...new Set([
      ...(own.length > 0 ? own : (scheme.oauth?.defaultScopes ?? [])),
      ...toScopes(credentials['user_scopes']),
    ]),
  ]
}
