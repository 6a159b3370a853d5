import { isDeepStrictEqual } from 'node:util'
import type { Toolkit } from '../catalog/index.ts'
import { findScheme, type AuthSchemeDefinition } from '../auth-schemes/index.ts'
import type { AuthScheme } from '../../contract/common.ts'
import { ServiceError } from '../service-error.ts'
import type { OAuthApp, OAuthApps } from './oauth-apps.ts'

export type ManagedAuth = ReturnType<typeof createManagedAuth>

type Parts = {
  /** The applications as they are now. */
  apps: () => OAuthApps
  /** The auth schemes of a recipe of the catalogue, by its slug. */
  recipeSchemes: (slug: string) => Promise<AuthSchemeDefinition[]>
}

/**
 * The operator's OAuth applications, and what projects may do with them.
 *
 * A project decides where the toolkits that it imports send secrets. An application therefore
 * belongs to the toolkit of the catalogue: one that the project imported under its slug cannot use
 * it, whatever addresses it has.
 */
export const createManagedAuth = ({ apps, recipeSchemes }: Parts) => {
  const appOf = (toolkit: string): OAuthApp | undefined => {
    const all = apps()
    return Object.hasOwn(all, toolkit) ? all[toolkit] : undefined
  }

  return {
    /** The toolkit's schemes that an auth config can use with an operator's application. */
    schemesOf: ({ definition }: Pick<Toolkit, 'definition'>): AuthScheme[] => {
      const app = appOf(definition.slug)
      return definition.authSchemes
        .filter((scheme) => app && definition.shippedRecipe !== undefined && isFor(app, scheme))
        .map(({ mode }) => mode)
    },

    /**
     * The scheme of a new auth config with the operator's application; rejects if there is none, or
     * if it must not be used.
     */
    chooseScheme: async (
      { definition }: Pick<Toolkit, 'definition'>,
      wanted: string | undefined,
    ): Promise<AuthSchemeDefinition> => {
      const { slug, authSchemes, shippedRecipe } = definition
      const app = appOf(slug)
      if (!app || (wanted !== undefined && wanted !== app.auth_scheme)) throw noApp(slug, wanted)
      const schemes = authSchemes.filter(({ mode }) => mode === app.auth_scheme)
      if (schemes.length === 0) throw noApp(slug, app.auth_scheme)
      if (shippedRecipe === undefined) throw isOwn(slug)
      const known = (await recipeSchemes(slug)).map(addressesOf)
      const same = schemes.filter((scheme) =>
        known.some((addresses) => isDeepStrictEqual(addresses, addressesOf(scheme))),
      )
      if (same.length === 0) throw isOutdated(slug)
      const usable = same.find((scheme) => isFor(app, scheme))
      if (!usable) throw isElsewhere(slug)
      return usable
    },

    /**
     * The credentials that the application adds to an auth config whenever it is read; none if the
     * application was removed, or does not apply to these addresses any more.
     */
    credentialsFor: (toolkit: string, scheme: AuthSchemeDefinition): Record<string, unknown> => {
      const app = appOf(toolkit)
      if (!app || !isFor(app, scheme)) return {}
      return {
        ...(app.scopes !== undefined && { scopes: app.scopes }),
        client_id: app.client_id,
        client_secret: app.client_secret,
      }
    },
  }
}

const noApp = (toolkit: string, scheme: string | undefined) =>
  new ServiceError(
    'invalid_request',
    `The operator of this service has no OAuth application for "${toolkit}"${scheme === undefined ? '' : ` with the auth scheme ${scheme}`}`,
    {
      suggestedFix:
        'Use type "use_custom_auth", or ask the operator to add an application for this toolkit to the file PLUGBOARD_OAUTH_APPS',
    },
  )

const isOwn = (toolkit: string) =>
  new ServiceError(
    'invalid_request',
    `The operator's OAuth application for "${toolkit}" is for the toolkit of the catalogue; this project imported one of that name itself`,
    {
      suggestedFix:
        'Use type "use_custom_auth", or replace the toolkit by that of the catalogue: POST /api/v3/toolkits/add with `replace: true`',
    },
  )

const isOutdated = (toolkit: string) =>
  new ServiceError(
    'invalid_request',
    `The operator's OAuth application for "${toolkit}" is not for the addresses of this toolkit: the recipe of this service names others`,
    { suggestedFix: 'Add the toolkit again (POST /api/v3/toolkits/add), which updates it' },
  )

const isElsewhere = (toolkit: string) =>
  new ServiceError(
    'invalid_request',
    `The operator's OAuth application for "${toolkit}" is not for the addresses of this toolkit`,
    {
      suggestedFix:
        'Use type "use_custom_auth", or ask the operator to add the hosts of the provider to `hosts` of the application; an application cannot be used where accounts name the whole host',
    },
  )

/** Every address that receives a credential of the application, or sends a user to somebody. */
const addressesOf = ({ mode, oauth = {} }: AuthSchemeDefinition) => ({
  mode,
  authorizationUrl: oauth.authorizationUrl,
  tokenUrl: oauth.tokenUrl,
  requestTokenUrl: oauth.requestTokenUrl,
  refreshUrl: oauth.refreshUrl,
  revocationUrl: oauth.revocationUrl,
  registrationUrl: oauth.registrationUrl,
  issuer: oauth.issuer,
})

/** Whether every address that receives the application's credentials is on its hosts. */
const isFor = (
  { auth_scheme, hosts }: OAuthApp,
  { mode, oauth = {} }: AuthSchemeDefinition,
): boolean => {
  const required = (findScheme(mode)?.provider?.addresses ?? []).map((name) => oauth[name])
  const others = [
    oauth.requestTokenUrl,
    oauth.refreshUrl,
    oauth.revocationUrl,
    oauth.registrationUrl,
  ].filter((address) => address !== undefined)
  return (
    mode === auth_scheme &&
    [...required, ...others].every(
      (address) =>
        address !== undefined &&
        (hosts ? hosts.some((host) => isOn(host, address)) : hasFixedHost(address)),
    )
  )
}

const hostOf = (address: string) =>
  /^https?:\/\/(?<first>[^./?#]*)(?<rest>[^/?#]*)/i.exec(address)?.groups ?? {}

/** Whether no account has a say in where the address is. */
const hasFixedHost = (address: string): boolean => {
  const { first = '{', rest = '' } = hostOf(address)
  return !first.includes('{') && !rest.includes('{') && !rest.includes('@') && !first.includes('@')
}

/**
 * Only `https`, unless the host has another scheme. A variable may be the first label of the host
 * if any subdomain is allowed, or come after the host.
 */
const isOn = (host: string, address: string): boolean => {
  const { first = '', rest = '' } = hostOf(address)
  if (rest.includes('{') || (first.includes('{') && !host.startsWith('*.'))) return false
  const url = URL.parse(address.replaceAll(/\{[^{}]+\}/g, 'x'))
  if (!url || url.username !== '' || url.password !== '') return false
  if (host.includes('://')) return url.origin === new URL(host).origin
  if (url.protocol !== 'https:') return false
  return host.startsWith('*.')
    ? url.host.slice(url.host.indexOf('.')) === host.slice(1)
    : url.host === host
}
