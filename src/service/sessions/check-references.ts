import type { SessionConfig } from '../../contract/session-config.ts'
import type { Accounts } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import type { Catalog, Toolkit } from '../catalog/index.ts'
import { inBatches } from '../platform/in-batches.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { checkCustomTools } from './custom-tools/check-custom-tools.ts'
import { listCustomTools, type SessionExtras } from './custom-tools/custom-tool.ts'
import { toPolicy } from './policy.ts'

type Parts = { catalog: Catalog; accounts: Accounts; authConfigs: AuthConfigs }

/** What a configuration may refer to: the project, its toolkits, and the session's custom tools. */
type Named = { project: Project; toolkits: ReadonlyMap<string, Toolkit>; extras: SessionExtras }

/**
 * Throws for a configuration with unknown references: a misspelled name in a rule would allow what
 * it should exclude.
 */
export const checkReferences = async (
  parts: Parts,
  named: Named,
  config: SessionConfig,
): Promise<void> => {
  const { project, toolkits, extras } = named
  const unknown = (field: string, slugs: string[]) =>
    slugs
      .filter((slug) => !toolkits.has(slug))
      .map((slug) => `body.${field}: there is no toolkit "${slug}"`)
  const problems = [
    ...unknown('toolkits', [
      ...(config.toolkits?.enabled ?? []),
      ...(config.toolkits?.disabled ?? []),
    ]),
    ...unknown('tools', Object.keys(config.tools ?? {})),
    ...unknown('auth_configs', Object.keys(config.auth_configs ?? {})),
    ...unknown('connected_accounts', Object.keys(config.connected_accounts ?? {})),
    ...(await checkTools(parts, named, config)),
    ...(await checkAuthConfigs(parts, project, config)),
    ...(await checkAccounts(parts, project, config)),
    ...(await checkApprovals(parts, project, config, extras)),
  ]
  if (problems.length > 0) {
    throw new ServiceError('invalid_request', 'The session names what this project does not have', {
      suggestedFix:
        'Correct the names that `errors` lists; GET /api/v3/toolkits and GET /api/v3/tools show what there is',
      errors: problems,
    })
  }
}

/** Throws for custom tools that conflict with those of the project. */
export const refuseCustomTools = async (
  parts: Pick<Parts, 'catalog'>,
  project: Project,
  config: SessionConfig,
  extras: SessionExtras,
): Promise<void> => {
  const problems = await checkCustomTools(parts, project, toPolicy(config), extras)
  if (problems.length === 0) return
  throw new ServiceError('invalid_request', 'The custom tools do not fit into this project', {
    suggestedFix: 'Correct what `errors` lists',
    errors: problems,
  })
}

const checkTools = async (
  { catalog }: Parts,
  { project, toolkits }: Named,
  config: SessionConfig,
): Promise<string[]> => {
  const named = Object.entries(config.tools ?? {})
    .filter(([toolkit]) => toolkits.has(toolkit))
    .flatMap(([toolkit, { enabled = [], disabled = [] }]) =>
      [...enabled, ...disabled].map((tool) => ({ toolkit, tool })),
    )
  const found = await catalog.findSummaries(
    project,
    toolkits.values(),
    named.map(({ tool }) => tool),
  )
  const known = new Set(found.map(({ toolkit, slug }) => `${toolkit} ${slug}`))
  return named
    .filter(({ toolkit, tool }) => !known.has(`${toolkit} ${tool}`))
    .map(({ toolkit, tool }) => `body.tools.${toolkit}: there is no tool "${tool}"`)
}

const checkAuthConfigs = async (
  { authConfigs }: Parts,
  project: Project,
  config: SessionConfig,
): Promise<string[]> => {
  const named = Object.entries(config.auth_configs ?? {})
  const found = await authConfigs.find(
    project,
    named.map(([, id]) => id),
  )
  return named.flatMap(([toolkit, id]) =>
    found.get(id)?.toolkit === toolkit
      ? []
      : [`body.auth_configs.${toolkit}: there is no auth config "${id}" of this toolkit`],
  )
}

const checkAccounts = async (
  { accounts }: Parts,
  project: Project,
  config: SessionConfig,
): Promise<string[]> => {
  const named = Object.entries(config.connected_accounts ?? {}).flatMap(([toolkit, ids]) =>
    [ids].flat().map((id) => ({ toolkit, id })),
  )
  const order = { by: 'created_at', direction: 'desc' } as const
  const found = await inBatches(
    named.map(({ id }) => id),
    async (ids) =>
      (
        await accounts.list(project, { ids, userIds: [config.user_id] }, order, {
          limit: ids.length,
        })
      ).items,
  )
  const toolkits = new Map(found.map(({ account }) => [account.id, account.toolkit]))
  return named.flatMap(({ toolkit, id }) =>
    toolkits.get(id) === toolkit
      ? []
      : [
          `body.connected_accounts.${toolkit}: the user "${config.user_id}" has no connected account "${id}" of this toolkit`,
        ],
  )
}

const checkApprovals = async (
  { catalog }: Parts,
  project: Project,
  config: SessionConfig,
  extras: SessionExtras,
): Promise<string[]> => {
  const custom = new Set(listCustomTools(extras).map(({ slug }) => slug))
  const named = (config.approvals?.tools ?? []).filter((slug) => !custom.has(slug))
  const known = await catalog.listVersionsOfTools(project, named)
  return named
    .filter((slug) => !known.has(slug))
    .map((slug) => `body.approvals.tools: there is no tool "${slug}"`)
}
