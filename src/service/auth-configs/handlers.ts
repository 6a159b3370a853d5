import type { z } from 'zod'
import type { authConfig } from '../../contract/auth-configs.ts'
import type { contract } from '../../contract/contract.ts'
import { toFieldDescriptor, type Catalog } from '../catalog/index.ts'
import type { Handlers, Project } from '../endpoint/index.ts'
import { mask } from '../platform/mask.ts'
import type { AuthConfig, AuthConfigs } from './auth-config.ts'
import type { Redirects } from './redirects/redirects.ts'

type Parts = {
  authConfigs: AuthConfigs
  catalog: Catalog
  redirects: Redirects
  checkApplication: (
    authConfig: AuthConfig,
    callbackUrl: string | null,
  ) => Promise<{ application: 'accepted' | 'refused' | 'unknown'; message: string }>
  /** Number of accounts connected under each of these auth configs. */
  countAccounts: (project: Project, authConfigIds: string[]) => Promise<Map<string, number>>
}

export const authConfigHandlers = ({
  authConfigs,
  catalog,
  redirects,
  checkApplication,
  countAccounts,
}: Parts): Handlers<typeof contract.authConfigs> => {
  const describe = async (
    project: Project,
    configs: AuthConfig[],
  ): Promise<z.input<typeof authConfig>[]> => {
    const [counts, toolkits] = await Promise.all([
      countAccounts(
        project,
        configs.map(({ id }) => id),
      ),
      catalog.listToolkits(project),
    ])
    return configs.map((config) => ({
      ...toRecord(
        config,
        counts.get(config.id) ?? 0,
        toolkits.get(config.toolkit)?.definition.logo ?? '',
      ),
      ...redirects.describe(config),
    }))
  }
  const describeOne = async (project: Project, config: AuthConfig) => {
    const [record] = await describe(project, [config])
    return record as z.input<typeof authConfig>
  }

  return {
    create: async ({ body }, caller) => {
      const config = await authConfigs.create(
        caller.project,
        body.toolkit.slug,
        body.auth_config ?? { type: 'use_custom_auth' },
        caller.keyId,
      )
      const redirect = redirects.describe(config)
      return {
        status: 201,
        body: {
          toolkit: { slug: config.toolkit },
          auth_config: {
            id: config.id,
            auth_scheme: config.scheme.mode,
            is_svc_managed: config.isManaged,
            ...redirect,
          },
          ...(redirect.redirect_uri_is_shared && { warnings: [sharedWarning] }),
        },
      }
    },
    reserveRedirectUri: async (_request, { project }) => ({
      status: 201,
      body: { redirect_uri: await redirects.reserve(project) },
    }),
    list: async ({ query }, { project }) => {
      const filter = {
        toolkits: query.toolkit_slug,
        search: query.search,
        showDisabled: query.show_disabled,
        isManaged: query.is_svc_managed,
      }
      const page = await authConfigs.list(project, filter, query)
      return { status: 200, body: { ...page, items: await describe(project, page.items) } }
    },
    get: async ({ params }, { project }) => ({
      status: 200,
      body: await describeOne(project, await authConfigs.get(project, params.nanoid)),
    }),
    check: async ({ params }, { project }) => {
      const config = await authConfigs.get(project, params.nanoid)
      const { redirect_uri: callbackUrl } = redirects.describe(config)
      return { status: 200, body: await checkApplication(config, callbackUrl) }
    },
    update: async ({ params, body }, { project }) => ({
      status: 200,
      body: await describeOne(project, await authConfigs.update(project, params.nanoid, body)),
    }),
    delete: async ({ params }, { project }) => {
      await authConfigs.delete(project, params.nanoid)
      return { status: 200, body: { success: true } }
    },
    setStatus: async ({ params }, { project }) => {
      await authConfigs.setStatus(project, params.nanoid, params.status)
      return { status: 200, body: { success: true } }
    },
  }
}

const sharedWarning =
  'This auth config uses the shared redirect URI /oauth/callback, which only one authorization server may use: ' +
  'reserve one with POST /api/v3/auth_configs/redirect_uris, register it at the provider, and set it as redirect_uri'

const toRecord = (
  config: AuthConfig,
  connections: number,
  logo: string,
): Omit<z.input<typeof authConfig>, `redirect_${string}`> => ({
  id: config.id,
  uuid: config.uuid,
  name: config.name,
  type: config.isManaged ? 'default' : 'custom',
  toolkit: { slug: config.toolkit, logo },
  auth_scheme: config.scheme.mode,
  is_svc_managed: config.isManaged,
  status: config.status,
  no_of_connections: connections,
  credentials: maskCredentials(config),
  ...(config.proxy && {
    proxy_config: {
      proxy_url: config.proxy.proxy_url,
      ...(config.proxy.proxy_auth_key !== undefined && {
        proxy_auth_key: String(mask(config.proxy.proxy_auth_key)),
      }),
    },
  }),
  shared_credentials: mask(config.sharedCredentials) as Record<string, unknown>,
  expected_input_fields: config.scheme.accountFields.map(toFieldDescriptor),
  tool_access_config: {
    tools_for_connected_account_creation: config.settings.toolsForConnectedAccountCreation,
    tools_available_for_execution: config.settings.toolsAvailableForExecution,
  },
  restrict_to_following_tools: config.settings.toolsAvailableForExecution,
  is_enabled_for_tool_router: config.settings.isEnabledForToolRouter,
  created_by: config.createdBy,
  created_at: config.createdAt,
  last_updated_at: config.lastUpdatedAt,
})

/**
 * Scopes, and fields that the toolkit does not mark as secret, are shown unmasked; nothing of the
 * operator's application is shown.
 */
const maskCredentials = ({
  credentials,
  scheme,
  isManaged,
}: AuthConfig): Record<string, unknown> => {
  if (isManaged)
    return Object.fromEntries(
      scopeNames
        .filter((name) => credentials[name] !== undefined)
        .map((name) => [name, credentials[name]]),
    )
  const open = new Set([
    ...scopeNames,
    ...scheme.authConfigFields.filter((field) => !field.isSecret).map((field) => field.name),
  ])
  return Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [
      name,
      open.has(name) ? value : mask(value),
    ]),
  )
}

const scopeNames = ['scopes', 'user_scopes']
