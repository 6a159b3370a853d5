import type { Catalog, CatalogTool, Toolkit } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'

/** How many tools are read to find one that can be called. */
const readAtMost = 50

/** Names of operations that say whose credential it is, the best first; then plain lists. */
const preferred = [
  /_(ME|MYSELF|SELF|WHOAMI|CURRENT_USER|AUTHENTICATED_USER|AUTHENTICATED)(_|$)/,
  /_(USER_INFO|USERINFO|PROFILE|ACCOUNT|ABOUT)$/,
  /_(PING|STATUS|TEST|HEALTH)$/,
  /_LIST_/,
]

/**
 * A read-only tool that needs no arguments, to try a credential with; undefined when the toolkit has
 * none, or the auth config allows none (`allowed`, empty for all).
 */
export const chooseCall = async (
  catalog: Catalog,
  project: Project,
  { definition, version }: Toolkit,
  allowed: readonly string[],
): Promise<CatalogTool | undefined> => {
  const summaries = await catalog.listTools(project, definition.slug, version)
  const candidates = summaries
    .filter(
      ({ slug, tags }) =>
        tags.includes('readOnlyHint') && (allowed.length === 0 || allowed.includes(slug)),
    )
    .map(({ slug }) => ({ slug, rank: rankOf(slug) }))
    .toSorted((one, other) => one.rank - other.rank || one.slug.length - other.slug.length)
    .slice(0, readAtMost)
  const tools = await catalog.findTools(
    project,
    candidates.map(({ slug }) => ({ slug, version })),
  )
  return tools.find(({ definition: { inputParameters, isDeprecated } }) => {
    const required = inputParameters['required']
    return !isDeprecated && (!Array.isArray(required) || required.length === 0)
  })
}

const rankOf = (slug: string): number => {
  const rank = preferred.findIndex((pattern) => pattern.test(slug))
  return rank === -1 ? preferred.length : rank
}
