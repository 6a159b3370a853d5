import { redirectUri } from '../../auth-schemes/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Handle } from '../../platform/database/index.ts'
import { createSecret } from '../../platform/ids.ts'
import type { Project } from '../../endpoint/index.ts'
import { ServiceError } from '../../service-error.ts'
import type { AuthConfig } from '../auth-config.ts'
import type { OAuthApps } from '../oauth-apps.ts'
import { managedKey, redirectOf, type Redirect } from './redirect-of.ts'
import { redirectStore } from './store.ts'

export type Redirects = ReturnType<typeof createRedirects>

type Parts = { database: Database; clock: Clock; publicUrl: () => string }

/** The key of the row with the server of the shared path. */
const shared = 'shared'
/** Unused reservations per project. */
const maximumUnused = 100

/** The redirect URIs of OAuth applications, each for one authorization server. */
export const createRedirects = ({ database, clock, publicUrl }: Parts) => {
  const row = (key: string, project_id: string | null, server: string | null) => ({
    key,
    project_id,
    server,
    created_at: clock.now().toISOString(),
  })

  return {
    /** Reserves a redirect URI for an application that is still to be registered. */
    reserve: async (project: Project): Promise<string> => {
      const key = createSecret('ru_')
      await redirectStore(database.handle).insert(row(key, project.id, null))
      await redirectStore(database.handle).deleteUnused(project.id, maximumUnused, maximumUnused)
      return redirectUri(publicUrl(), key)
    },

    /** The key of a redirect URI in a request, if an auth config of this project may use it. */
    keyOf: async (
      project: Project,
      { isManaged, toolkit }: Pick<AuthConfig, 'isManaged' | 'toolkit'>,
      uri: string,
    ): Promise<string | null> => {
      if (isManaged && uri === redirectUri(publicUrl(), managedKey(toolkit))) return null
      const key = uri.slice(redirectUri(publicUrl(), '').length)
      const found =
        uri === redirectUri(publicUrl(), key) && !isManaged
          ? await redirectStore(database.handle).find(key)
          : undefined
      if (found?.project_id !== project.id) throw unknownRedirect(isManaged)
      return key
    },

    /** The redirect URIs of the operator's applications, by toolkit. */
    ofApps: (apps: OAuthApps): Record<string, string> =>
      Object.fromEntries(
        Object.keys(apps).map((toolkit) => [
          toolkit,
          redirectUri(publicUrl(), managedKey(toolkit)),
        ]),
      ),

    /** The fields of an auth config's record. */
    describe: (
      authConfig: AuthConfig,
    ): { redirect_uri: string | null; redirect_uri_is_shared: boolean } => {
      const redirect = redirectOf(authConfig)
      const uri =
        redirect && redirect.documentKey === undefined
          ? redirectUri(publicUrl(), redirect.key)
          : null
      return { redirect_uri: uri, redirect_uri_is_shared: redirect?.key === null }
    },

    /**
     * Binds a redirect URI to the server of its first use; refuses every other server. The caller's
     * writes belong to the same transaction.
     *
     * The shared path has one server for all projects: otherwise a project could put a hostile
     * server on the path of another project's server, and forward that project's users to theirs.
     */
    claim: async (
      transaction: Handle,
      { key, server, isClaimed }: Redirect,
      authConfigId: string,
    ): Promise<void> => {
      if (!isClaimed) return
      const store = redirectStore(transaction)
      if (key === null && !(await store.find(shared))) await store.insert(row(shared, null, server))
      const modified = await store.modify(key ?? shared, async (held) => {
        if (held.server === server) return undefined
        if (held.server !== null && (key !== null || (await store.isSharedPathUsed(authConfigId))))
          throw key === null ? takenPath() : takenKey()
        return { server }
      })
      if (!modified) throw unknownRedirect(false)
    },

    /** Whether the redirect URI still belongs to this server. */
    isHeld: async ({ key, server, isClaimed }: Redirect): Promise<boolean> =>
      !isClaimed || (await redirectStore(database.handle).find(key ?? shared))?.server === server,
  }
}

const reservation =
  'Reserve a redirect URI with POST /api/v3/auth_configs/redirect_uris, register it at the provider, and pass it as redirect_uri of the auth config'

const unknownRedirect = (isManaged: boolean) =>
  new ServiceError('invalid_request', 'This auth config cannot use the redirect_uri', {
    suggestedFix: isManaged
      ? "Omit it: the operator's application has its own redirect URI"
      : reservation,
    errors: ['auth_config.redirect_uri: must be a redirect URI that this project reserved'],
  })

const takenKey = () =>
  new ServiceError('invalid_request', 'The redirect URI belongs to another authorization server', {
    suggestedFix: reservation,
    errors: [
      "auth_config.redirect_uri: is used with another authorization server; two that share one can steal each other's authorization codes",
    ],
  })

const takenPath = () =>
  new ServiceError(
    'invalid_request',
    'The shared redirect URI /oauth/callback is used with another authorization server of this service',
    {
      suggestedFix: reservation,
      errors: [
        "auth_config.redirect_uri: is required, since two authorization servers that share one can steal each other's authorization codes",
      ],
    },
  )
