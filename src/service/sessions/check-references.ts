import type { SessionConfig } from '../../contract/session-config.ts'
import type { Accounts } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import type { Catalog, Toolkit, ToolSummary } from '../catalog/index.ts'
import { inBatches } from '../platform/in-batches.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { checkCustomTools } from './custom-tools/check-custom-tools.ts'
import { listCustomTools, type SessionExtras } from './custom-tools/custom-tool.ts'
import { toPolicy } from './policy.ts'

type Parts = { catalog: Catalog; accounts: Accounts; authConfigs: AuthConfigs }

/**
 * What a configuration may reference: the project, its toolkits, and the session's custom tools.
 */
type Named = { project: Project; toolkits: ReadonlyMap<string, Toolkit>; extras: SessionExtras }

/**
 * Throws for a configuration with unknown references: a misspelled name in a rule would allow what
 * it should exclude. Returns the tools that the configuration names, by the slug that it gives.
 */
export const checkReferences = async (
  parts: Parts,
  named: Named,
  config: SessionConfig,
): Promise<NamedTools> => {
  const { project, toolkits } = named
  const tools = await findNamedTools(parts, named, config)
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
    ...checkTools(named, config, tools),
    ...(await checkAuthConfigs(parts, project, config)),
    ...(await checkAccounts(parts, project, config)),
    ...(await checkApprovals(parts, named, config, tools)),
  ]
  if (problems.length > 0) {
    throw new ServiceError(
      'invalid_request',
      'The session refers to things that this project does not have',
      {
        suggestedFix:
          'Correct the names that `errors` lists; GET /api/v3/toolkits and GET /api/v3/tools list what exists',
        errors: problems,
      },
    )
  }
  return tools
}

/** The tools that a configuration names, by the slug that it gives: each may be an alias. */
type NamedTools = ReadonlyMap<string, Pick<ToolSummary, 'slug' | 'toolkit'>>

/** Replaces aliases in the rules, since rules are compared with the slugs of tools. */
export const withPresentSlugs = (config: SessionConfig, tools: NamedTools): SessionConfig => {
  const present = (slugs: string[]) => slugs.map((slug) => tools.get(slug)?.slug ?? slug)
  return {
    ...config,
    tools:
      config.tools &&
      Object.fromEntries(
        Object.entries(config.tools).map(([toolkit, rule]) => [
          toolkit,
          {
            ...rule,
            ...(rule.enabled && { enabled: present(rule.enabled) }),
            ...(rule.disabled && { disabled: present(rule.disabled) }),
          },
        ]),
      ),
    approvals: config.approvals && {
      ...config.approvals,
      ...(config.approvals.tools && { tools: present(config.approvals.tools) }),
    },
  }
}

const findNamedTools = (
  { catalog }: Parts,
  { project, toolkits }: Named,
  config: SessionConfig,
): Promise<NamedTools> =>
  catalog.findSummaries(project, toolkits.values(), [
    ...Object.values(config.tools ?? {}).flatMap(({ enabled = [], disabled = [] }) => [
      ...enabled,
      ...disabled,
    ]),
    ...(config.approvals?.tools ?? []),
  ])

/** Throws for custom tools that conflict with those of the project. */
export const rejectCustomTools = async (
  parts: Pick<Parts, 'catalog'>,
  project: Project,
  config: SessionConfig,
  extras: SessionExtras,
): Promise<void> => {
  const problems = await checkCustomTools(parts, project, toPolicy(config), extras)
  if (problems.length === 0) return
  throw new ServiceError('invalid_request', 'The custom tools conflict with this project', {
    suggestedFix: 'Correct what `errors` lists',
    errors: problems,
  })
}

const checkTools = ({ toolkits }: Named, config: SessionConfig, tools: NamedTools): string[] =>
  Object.entries(config.tools ?? {})
    .filter(([toolkit]) => toolkits.has(toolkit))
    .flatMap(([toolkit, { enabled = [], disabled = [] }]) =>
      [...enabled, ...disabled]
        .filter((slug) => tools.get(slug)?.toolkit !== toolkit)
        .map((slug) => `body.tools.${toolkit}: there is no tool "${slug}"`),
    )

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
  { project, extras }: Named,
  config: SessionConfig,
  tools: NamedTools,
): Promise<string[]> => {
  const custom = new Set(listCustomTools(extras).map(({ slug }) => slug))
  const others = (config.approvals?.tools ?? []).filter(
    (slug) => !custom.has(slug) && !tools.has(slug),
  )
  const known = await catalog.listVersionsOfTools(project, others)
  return others
    .filter((slug) => !known.has(slug))
    .map((slug) => `body.approvals.tools: there is no tool "${slug}"`)
}
