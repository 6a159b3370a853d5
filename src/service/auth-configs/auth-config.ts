import { z } from 'zod'
import type { contract } from '../../contract/contract.ts'
import { findScheme, type AuthSchemeDefinition } from '../auth-schemes/index.ts'
import { serversOf, type Catalog, type Server } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Handle, Merge } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { createId, createUuid } from '../platform/ids.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { parsePage, toPageOf } from '../platform/pagination.ts'
import { ServiceError } from '../service-error.ts'
import { encryptSecrets, fromRow, readSecrets, readSettings } from './auth-config-row.ts'
import {
  checkProxy,
  chooseScheme,
  toRedirectError,
  rejectCredentials,
  rejectUnused,
} from './check-auth-config.ts'
import type { ManagedAuth } from './managed-auth.ts'
import { redirectOf } from './redirects/redirect-of.ts'
import type { Redirects } from './redirects/redirects.ts'
import { deriveScopes, scopesOfGrant, toScopes } from './scopes.ts'
import { authConfigStore, type AuthConfigFilter, type AuthConfigRow } from './store.ts'

/** The authentication settings of a toolkit, under which accounts are connected. */
export type AuthConfig = {
  id: string
  projectId: string
  uuid: string
  toolkit: string
  name: string
  scheme: AuthSchemeDefinition
  /**
   * The only servers that credentials of its accounts are sent to: those of the toolkit when the
   * auth config was created.
   */
  servers: Server[]
  status: 'ENABLED' | 'DISABLED'
  /**
   * Its secrets cannot be decrypted: it counts as disabled, because calls would be made without its
   * proxy and shared credentials.
   */
  isDamaged: boolean
  /**
   * The OAuth application belongs to the operator: its id and secret are in `credentials`, but are
   * neither stored nor shown.
   */
  isManaged: boolean
  settings: AuthConfigSettings
  credentials: Record<string, unknown>
  /** Values that every account of this auth config inherits. */
  sharedCredentials: Record<string, unknown>
  /** The proxy for requests of its accounts. */
  proxy: ProxyConfig | undefined
  /** The redirect URI that was reserved for its application; null: the shared one. */
  redirectKey: string | null
  createdBy: string | null
  createdAt: string
  lastUpdatedAt: string
}

export type AuthConfigSettings = {
  toolsForConnectedAccountCreation: string[]
  /** Empty: every tool. */
  toolsAvailableForExecution: string[]
  isEnabledForToolRouter: boolean
}

export type ProxyConfig = { proxy_url: string; proxy_auth_key?: string | undefined }

export type AuthConfigs = ReturnType<typeof createAuthConfigRules>

type CreateRequest = NonNullable<z.output<typeof contract.authConfigs.create.body>['auth_config']>
type UpdateRequest = z.output<typeof contract.authConfigs.update.body>
type Changes = Pick<
  UpdateRequest,
  'name' | 'tool_access_config' | 'restrict_to_following_tools' | 'is_enabled_for_tool_router'
>

const toolkitDeleted = z.object({ toolkit: z.string() })

/** The rules of auth configs. */
export const createAuthConfigRules = (parts: {
  database: Database
  catalog: Catalog
  outbound: Outbound
  events: Events
  clock: Clock
  managedAuth: ManagedAuth
  redirects: Redirects
}) => {
  const store = authConfigStore(parts.database.handle)
  const toAuthConfig = (project: Project, row: AuthConfigRow): AuthConfig =>
    fromRow(parts.managedAuth, project, row)

  /** Adds the scopes that the tools require to those of the request. */
  const withScopes = async (
    project: Project,
    scheme: AuthSchemeDefinition,
    credentials: Record<string, unknown>,
    { tools, scopes }: { tools: string[] | undefined; scopes: unknown },
  ) => {
    const needed = tools && (await deriveScopes(parts.catalog, project, tools))
    if (!needed || !findScheme(scheme.mode)?.provider?.hasToolScopes) return credentials
    return {
      ...credentials,
      scopes: [...new Set([...toScopes(scopes), ...needed, ...scopesOfGrant(scheme)])],
    }
  }

  /** `handle`: of the surrounding transaction, if any. */
  const get = async (project: Project, id: string, handle?: Handle): Promise<AuthConfig> => {
    const row = await (handle ? authConfigStore(handle) : store).find(project.id, id)
    if (!row) throw unknownAuthConfig(id)
    return toAuthConfig(project, row)
  }

  const modify = async (
    transaction: Handle,
    project: Project,
    id: string,
    merge: Merge<AuthConfigRow>,
  ): Promise<AuthConfig> => {
    const modified = await authConfigStore(transaction).modify(project.id, id, merge)
    if (!modified) throw unknownAuthConfig(id)
    return toAuthConfig(project, modified.row)
  }

  /** Only once the application is known: without it no user can be sent to its provider. */
  const claimRedirect = async (transaction: Handle, authConfig: AuthConfig): Promise<void> => {
    const { credentials, redirectKey, scheme } = authConfig
    const redirect = redirectOf(authConfig)
    const isReserved = redirectKey !== null
    if (isReserved && redirect?.key !== redirectKey) throw toRedirectError(scheme.mode)
    const isRegistered = ['client_id', 'consumer_key'].some(
      (name) => credentials[name] !== undefined,
    )
    if (redirect && (isRegistered || isReserved))
      await parts.redirects.claim(transaction, redirect, authConfig.id)
  }

  const redirectKeyOf = (
    project: Project,
    of: Pick<AuthConfig, 'isManaged' | 'toolkit' | 'scheme'>,
    uri: string,
  ): Promise<string | null> => {
    if (findScheme(of.scheme.mode)?.authorization === undefined)
      throw toRedirectError(of.scheme.mode)
    return parts.redirects.keyOf(project, of, uri)
  }

  const remove = async (
    transaction: Handle,
    project: { id: string },
    id: string,
  ): Promise<boolean> => {
    if (!(await authConfigStore(transaction).find(project.id, id))) return false
    // Published first: subscribers still need the auth config and its accounts.
    await parts.events.publish(transaction, {
      type: 'auth_config.deleted',
      scope: project.id,
      data: { id },
    })
    return authConfigStore(transaction).delete(project.id, id)
  }

  parts.events.subscribe('toolkit.deleted', 'auth-configs', async ({ scope, data, at }) => {
    const { toolkit } = toolkitDeleted.parse(data)
    await parts.database.transaction(async (transaction) => {
      // A toolkit with the same slug may have been imported since, so later ones stay.
      for (const id of await authConfigStore(transaction).listIdsOfToolkit(scope, toolkit, at))
        await remove(transaction, { id: scope }, id)
    })
  })

  return {
    get,

    /** The auth config with this legacy UUID. */
    findByUuid: (project: Project, uuid: string): Promise<{ id: string } | undefined> =>
      store.findByUuid(project.id, uuid),

    find: async (project: Project, ids: string[]): Promise<Map<string, AuthConfig>> =>
      new Map(
        (await store.findMany(project.id, ids)).map((row) => [row.id, toAuthConfig(project, row)]),
      ),

    create: async (
      project: Project,
      toolkitSlug: string,
      request: CreateRequest,
      createdBy: string,
    ): Promise<AuthConfig> => {
      const toolkit = await parts.catalog.getToolkit(project, toolkitSlug)
      const isManaged = request.type === 'use_svc_managed_auth'
      if (isManaged) rejectCredentials(request.credentials, request.proxy_config)
      const scheme = isManaged
        ? await parts.managedAuth.chooseScheme(toolkit, request.authScheme)
        : chooseScheme(toolkitSlug, toolkit.definition.authSchemes, request.authScheme)
      await checkProxy(
        parts.outbound,
        { projectId: project.id, toolkit: toolkitSlug },
        request.proxy_config,
      )
      const given = withoutNull({
        ...request.credentials,
        ...(request.scopes !== undefined && { scopes: request.scopes }),
      })
      if (!isManaged) rejectUnused(toolkitSlug, scheme, given)
      const credentials = await withScopes(project, scheme, given, {
        tools: request.tool_access_config?.tools_for_connected_account_creation,
        scopes: given['scopes'],
      })
      const redirectKey =
        request.redirect_uri === undefined
          ? null
          : await redirectKeyOf(
              project,
              { isManaged, toolkit: toolkitSlug, scheme },
              request.redirect_uri,
            )
      const id = createId('ac_')
      const now = parts.clock.now().toISOString()
      const row: AuthConfigRow = {
        id,
        uuid: createUuid(),
        project_id: project.id,
        toolkit_slug: toolkitSlug,
        name: request.name ?? `${toolkit.definition.name} ${scheme.name}`,
        auth_scheme: scheme.mode,
        scheme_definition: JSON.stringify(scheme),
        servers: JSON.stringify(serversOf(toolkit.definition)),
        status: 'ENABLED',
        is_managed: Number(isManaged),
        redirect_key: redirectKey,
        settings: JSON.stringify(
          withChanges(
            {
              toolsForConnectedAccountCreation: [],
              toolsAvailableForExecution: [],
              isEnabledForToolRouter: true,
            },
            request,
          ),
        ),
        secrets: encryptSecrets(project, id, {
          credentials,
          shared: request.shared_credentials ?? {},
          ...(request.proxy_config && { proxy: request.proxy_config }),
        }),
        created_by: createdBy,
        created_at: now,
        last_updated_at: now,
      }
      const authConfig = toAuthConfig(project, row)
      await parts.database.transaction(async (transaction) => {
        await claimRedirect(transaction, authConfig)
        await authConfigStore(transaction).insert(row)
      })
      return authConfig
    },

    update: async (project: Project, id: string, request: UpdateRequest): Promise<AuthConfig> => {
      const given: Record<string, unknown> =
        request.type === 'custom'
          ? { ...request.credentials }
          : request.scopes === undefined
            ? {}
            : { scopes: request.scopes }
      const tools = request.tool_access_config?.tools_for_connected_account_creation
      const before = await get(project, id)
      const derived = await withScopes(project, before.scheme, given, {
        tools,
        scopes: given['scopes'],
      })
      const redirectKey =
        request.redirect_uri === undefined
          ? undefined
          : await redirectKeyOf(project, before, request.redirect_uri)
      const proxy = request.type === 'custom' ? request.proxy_config : undefined
      await checkProxy(parts.outbound, { projectId: project.id, toolkit: before.toolkit }, proxy)
      const merge: Merge<AuthConfigRow> = (row) => {
        const current = toAuthConfig(project, row)
        if (current.isDamaged) throw damagedAuthConfig(id)
        if (current.isManaged) rejectCredentials(given, proxy)
        else rejectUnused(current.toolkit, current.scheme, withoutNull(given), 'invalid_request')
        const kept = proxy === undefined ? current.proxy : (proxy ?? undefined)
        return {
          name: request.name ?? row.name,
          redirect_key: redirectKey,
          settings: JSON.stringify(withChanges(current.settings, request)),
          secrets: encryptSecrets(project, id, {
            credentials: withoutNull({ ...readSecrets(project, row).credentials, ...derived }),
            shared: request.shared_credentials ?? current.sharedCredentials,
            ...(kept && { proxy: kept }),
          }),
          last_updated_at: parts.clock.now().toISOString(),
        }
      }
      return parts.database.transaction(async (transaction) => {
        const authConfig = await modify(transaction, project, id, merge)
        await claimRedirect(transaction, authConfig)
        return authConfig
      })
    },

    setStatus: async (
      project: Project,
      id: string,
      status: 'ENABLED' | 'DISABLED',
    ): Promise<void> => {
      await parts.database.transaction((transaction) =>
        modify(transaction, project, id, () => ({
          status,
          last_updated_at: parts.clock.now().toISOString(),
        })),
      )
    },

    delete: (project: Project, id: string): Promise<void> =>
      parts.database.transaction(async (transaction) => {
        if (!(await remove(transaction, project, id))) throw unknownAuthConfig(id)
      }),

    list: async (
      project: Project,
      filter: AuthConfigFilter,
      query: Parameters<typeof parsePage>[0],
    ) => {
      const page = parsePage(query)
      const found = await store.page(project.id, filter, page)
      return toPageOf(found, page, (row) => toAuthConfig(project, row))
    },

    /**
     * The newest auth configs of toolkits under which accounts may be connected and used; of all
     * toolkits where none are given.
     */
    listEnabled: async (project: Project, toolkits?: string[]): Promise<AuthConfig[]> =>
      toolkits?.length === 0
        ? []
        : (await store.list(project.id, { toolkits }, 1000))
            .map((row) => toAuthConfig(project, row))
            .filter(({ isDamaged }) => !isDamaged),

    /** The toolkits for which an enabled auth config restricts the tools. */
    listRestrictedToolkits: async (project: Project): Promise<string[]> => [
      ...new Set(
        (await store.listEnabledSettings(project.id))
          .filter(
            ({ settings, toolkit_slug }) =>
              readSettings(settings, toolkit_slug).toolsAvailableForExecution.length > 0,
          )
          .map((row) => row.toolkit_slug),
      ),
    ],

    toolkitsOf: async (project: Project, ids: string[]): Promise<string[]> =>
      (await store.findMany(project.id, ids)).map((row) => row.toolkit_slug),
  }
}

const unknownAuthConfig = (id: string) =>
  new ServiceError('not_found', `No auth config "${id}"`, {
    suggestedFix: 'GET /api/v3/auth_configs lists them',
  })

/** Refused instead of overwritten: a backup may still contain the undamaged secrets. */
export const damagedAuthConfig = (
  id: string,
  slug: 'invalid_request' | 'unprocessable' = 'invalid_request',
) =>
  new ServiceError(
    slug,
    `The secrets of the auth config ${id} are damaged and cannot be read, so it counts as disabled`,
    {
      suggestedFix:
        'Create another auth config, or ask the operator to restore this one from a backup',
    },
  )

const withChanges = (settings: AuthConfigSettings, changes: Changes): AuthConfigSettings => ({
  ...settings,
  toolsForConnectedAccountCreation:
    changes.tool_access_config?.tools_for_connected_account_creation ??
    settings.toolsForConnectedAccountCreation,
  toolsAvailableForExecution:
    (
      changes.tool_access_config?.tools_available_for_execution ??
      changes.restrict_to_following_tools
    )?.map((slug) => slug.toUpperCase()) ?? settings.toolsAvailableForExecution,
  isEnabledForToolRouter: changes.is_enabled_for_tool_router ?? settings.isEnabledForToolRouter,
})

const withoutNull = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
