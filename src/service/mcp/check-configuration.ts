import { z } from 'zod'
import type { AuthConfigs } from '../auth-configs/index.ts'
import { isNoAuth, type Catalog, type Toolkit } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import { outline, storedJson } from '../platform/stored-json.ts'
import { ServiceError } from '../service-error.ts'

/** The configuration of a server. Its toolkits are those named and those of the auth configs. */
export type Configuration = {
  named: string[]
  authConfigs: { id: string; toolkit: string }[]
  allowedTools: AllowedTool[]
}

type AllowedTool = { slug: string; toolkit: string }

export const readAllowedTools = storedJson(
  'mcp_servers.allowed_tools',
  z.array(outline<AllowedTool>({ slug: z.string(), toolkit: z.string() })),
)

/** The lists that a request sets; omitted ones are unchanged. */
export type ConfigurationChanges = {
  toolkits?: string[] | undefined
  noAuthApps?: string[] | undefined
  authConfigIds?: string[] | undefined
  allowedTools?: string[] | undefined
}

type Parts = { catalog: Catalog; authConfigs: AuthConfigs }

/**
 * Returns the configuration after a change. Rejects what the project does not have and what is
 * inconsistent, by name.
 */
export const checkConfiguration = async (
  parts: Parts,
  project: Project,
  current: Configuration,
  changes: ConfigurationChanges,
): Promise<Configuration> => {
  const known = await parts.catalog.listToolkits(project)
  const named = changes.toolkits ?? changes.noAuthApps ?? current.named
  const found = changes.authConfigIds
    ? await findAuthConfigs(parts, project, changes.authConfigIds)
    : { authConfigs: current.authConfigs, problems: [] }
  const toolkits = toolkitsOf({ named, authConfigs: found.authConfigs })
  const tools = changes.allowedTools
    ? await findTools(parts, project, known, toolkits, changes.allowedTools)
    : { allowedTools: current.allowedTools, problems: [] }
  rejectProblems([
    ...(changesToolkits(changes)
      ? rejectToolkits(known, named, changes.noAuthApps !== undefined)
      : []),
    ...found.problems,
    ...(changes.toolkits && !changes.authConfigIds
      ? rejectLeftOut(changes.toolkits, current.authConfigs)
      : []),
    ...(toolkits.length === 0 && found.problems.length === 0
      ? ['body: the server needs at least one toolkit, by an auth config or by its slug']
      : []),
    ...tools.problems,
    ...(changes.allowedTools ? [] : rejectLeftBehind(toolkits, current.allowedTools)),
  ])
  return { named, authConfigs: found.authConfigs, allowedTools: tools.allowedTools }
}

/** The toolkits of a configuration, without duplicates. */
export const toolkitsOf = ({
  named,
  authConfigs,
}: Pick<Configuration, 'named' | 'authConfigs'>): string[] => [
  ...new Set([...named, ...authConfigs.map(({ toolkit }) => toolkit)]),
]

/** Whether a request changes the toolkits, not only the allowed tools. */
export const changesToolkits = ({
  toolkits,
  noAuthApps,
  authConfigIds,
}: ConfigurationChanges): boolean =>
  [toolkits, noAuthApps, authConfigIds].some((list) => list !== undefined)

const findAuthConfigs = async (parts: Parts, project: Project, ids: string[]) => {
  const found = await parts.authConfigs.find(project, ids)
  return {
    authConfigs: ids.flatMap((id) =>
      [found.get(id)].flatMap((config) => (config ? [{ id, toolkit: config.toolkit }] : [])),
    ),
    problems: ids
      .filter((id) => !found.has(id))
      .map((id) => `body.auth_config_ids: there is no auth config "${id}"`),
  }
}

const findTools = async (
  { catalog }: Parts,
  project: Project,
  known: Map<string, Toolkit>,
  toolkits: string[],
  slugs: string[],
) => {
  const held = toolkits.flatMap((slug) => known.get(slug) ?? [])
  const found = await catalog.findSummaries(project, held, slugs)
  return {
    allowedTools: slugs.flatMap((slug) =>
      [found.get(slug)].flatMap((tool) => (tool ? [{ slug, toolkit: tool.toolkit }] : [])),
    ),
    problems: slugs
      .filter((slug) => !found.has(slug))
      .map((slug) => `body.allowed_tools: the toolkits of the server have no tool "${slug}"`),
  }
}

const rejectToolkits = (
  known: Map<string, Toolkit>,
  named: string[],
  withoutAccounts: boolean,
): string[] => {
  const field = withoutAccounts ? 'no_auth_apps' : 'toolkits'
  return named.flatMap((slug) => {
    const toolkit = known.get(slug)
    if (!toolkit) return [`body.${field}: there is no toolkit "${slug}"`]
    return withoutAccounts && !isNoAuth(toolkit)
      ? [
          `body.${field}: the toolkit "${slug}" needs an account; name an auth config of it in auth_config_ids`,
        ]
      : []
  })
}

const rejectLeftOut = (toolkits: string[], authConfigs: Configuration['authConfigs']): string[] =>
  authConfigs
    .filter(({ toolkit }) => !toolkits.includes(toolkit))
    .map(
      ({ id, toolkit }) =>
        `body.toolkits: omits "${toolkit}", but the server uses its auth config "${id}"; change auth_config_ids too`,
    )

const rejectLeftBehind = (toolkits: string[], allowedTools: AllowedTool[]): string[] =>
  allowedTools
    .filter(({ toolkit }) => !toolkits.includes(toolkit))
    .map(
      ({ slug, toolkit }) =>
        `body: the server would no longer have "${toolkit}", whose tool "${slug}" it allows; change allowed_tools too`,
    )

const rejectProblems = (problems: string[]): void => {
  if (problems.length === 0) return
  throw new ServiceError(
    'invalid_request',
    `The MCP server cannot be configured like this: ${problems[0]}${problems.length > 1 ? `, and ${problems.length - 1} more` : ''}`,
    {
      suggestedFix:
        'Correct what `errors` lists; GET /api/v3/toolkits, /tools and /auth_configs show what this project has',
      errors: problems,
    },
  )
}
