import type { AuthSchemeDefinition } from '../auth-schemes/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { createAuthConfigRules } from './auth-config.ts'
import { checkApplication } from './check-application.ts'
import { authConfigHandlers } from './handlers.ts'
import { createManagedAuth } from './managed-auth.ts'
import { authConfigMigrations } from './migrations.ts'
import type { OAuthApps } from './oauth-apps.ts'
import { watchOAuthApps, type OAuthAppsFile } from './read-oauth-apps.ts'
import { createRedirects } from './redirects/redirects.ts'
import { authConfigRetention } from './retention.ts'

type Needs = {
  catalog: Catalog
  oauthApps: OAuthApps | undefined
  oauthAppsFile: OAuthAppsFile | undefined
  recipeSchemes: (slug: string) => Promise<AuthSchemeDefinition[]>
  countAccounts: Parameters<typeof authConfigHandlers>[0]['countAccounts']
}

/** How the users of a project authenticate with a toolkit. */
export const createAuthConfigs = (
  platform: Platform,
  { catalog, oauthApps, oauthAppsFile, recipeSchemes, countAccounts }: Needs,
) => {
  const apps = oauthAppsFile ? watchOAuthApps(oauthAppsFile, platform.log) : () => oauthApps ?? {}
  const managedAuth = createManagedAuth({ apps, recipeSchemes })
  const redirects = createRedirects(platform)
  const authConfigs = createAuthConfigRules({ ...platform, catalog, managedAuth, redirects })
  return {
    api: {
      authConfigs,
      redirects,
      /** The toolkit's schemes for which the operator has an OAuth application. */
      managedSchemes: managedAuth.schemesOf,
      /** The redirect addresses of the operator's OAuth applications, by toolkit. */
      managedRedirectUris: () => redirects.ofApps(apps()),
    },
    handlers: {
      authConfigs: authConfigHandlers({
        authConfigs,
        catalog,
        redirects,
        countAccounts,
        checkApplication: (authConfig, callbackUrl) =>
          checkApplication(platform, authConfig, callbackUrl),
      }),
    },
    migrations: authConfigMigrations,
    retention: authConfigRetention,
  } satisfies Capability
}

export type AuthConfigsApi = ReturnType<typeof createAuthConfigs>['api']

export {
  damagedAuthConfig,
  type AuthConfig,
  type AuthConfigs,
  type ProxyConfig,
} from './auth-config.ts'
export { applicationProblem } from './application-problem.ts'
export { toGrantContext } from './grant-context.ts'
export { oauthApps, type OAuthApps } from './oauth-apps.ts'
export { OAuthAppsError, readOAuthApps, type OAuthAppsFile } from './read-oauth-apps.ts'
export { redirectOf, type Redirect } from './redirects/redirect-of.ts'
export { requestedScopes } from './scopes.ts'
export type { Redirects } from './redirects/redirects.ts'
