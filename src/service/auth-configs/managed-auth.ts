import type { Toolkit } from '../catalog/index.ts'
import { findScheme, type AuthSchemeDefinition } from '../auth-schemes/index.ts'
import type { AuthScheme } from '../../contract/common.ts'
import { ServiceError } from '../service-error.ts'
import type { OAuthApp, OAuthApps } from './oauth-apps.ts'

export type ManagedAuth = ReturnType<typeof createManagedAuth>

/** The operator's own OAuth applications, and what projects may do with them. */
export const createManagedAuth = (apps: OAuthApps = {}) => {
  const appOf = (toolkit: string): OAuthApp | undefined =>
    Object.hasOwn(apps, toolkit) ? apps[toolkit] : undefined

  return {
    /** The toolkit's schemes that an auth config can have without an application of its own. */
    schemesOf: ({ definition }: Pick<Toolkit, 'definition'>): AuthScheme[] => {
      const app = appOf(definition.slug)
      return definition.authSchemes
        .filter((scheme) => app && isFor(app, scheme))
        .map(({ mode }) => mode)
    },

    /**
     * The scheme of a new auth config with the operator's application; refuses where there is none,
     * or where it must not be used.
     */
    chooseScheme: (
      { definition }: Pick<Toolkit, 'definition'>,
      wanted: string | undefined,
    ): AuthSchemeDefinition => {
      const app = appOf(definition.slug)
      if (!app || (wanted !== undefined && wanted !== app.auth_scheme))
        throw noApp(definition.slug, wanted)
      const schemes = definition.authSchemes.filter(({ mode }) => mode === app.auth_scheme)
      const usable = schemes.find((scheme) => isFor(app, scheme))
      if (schemes.length === 0) throw noApp(definition.slug, app.auth_scheme)
      return usable ?? refuseElsewhere(definition.slug)
    },

    /**
     * What the application adds to an auth config whenever that is read; nothing when it was taken
     * away, or is no longer for these addresses.
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
    `This service holds no OAuth application of its own for "${toolkit}"${scheme === undefined ? '' : ` with the auth scheme ${scheme}`}`,
    {
      suggestedFix:
        'Use type "use_custom_auth", or have the operator add an application for this toolkit to the file that PLUGBOARD_OAUTH_APPS names',
    },
  )

const refuseElsewhere = (toolkit: string): never => {
  throw new ServiceError(
    'invalid_request',
    `The service's own OAuth application for "${toolkit}" is not for the addresses that this toolkit names`,
    {
      suggestedFix:
        'Use type "use_custom_auth", import the toolkit with the OAuth addresses of its provider, or have the operator add their hosts to the application',
    },
  )
}

/** Whether every address that hears of the application is on its hosts. */
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
      (address) => address !== undefined && hosts.some((host) => isOn(host, address)),
    )
  )
}

/**
 * `https` alone, unless the host says otherwise. A variable may be the first name of the host,
 * where any will do, or lie behind it.
 */
const isOn = (host: string, address: string): boolean => {
  const { first = '', rest = '' } =
    /^https?:\/\/(?<first>[^./?#]*)(?<rest>[^/?#]*)/i.exec(address)?.groups ?? {}
  if (rest.includes('{') || (first.includes('{') && !host.startsWith('*.'))) return false
  const url = URL.parse(address.replaceAll(/\{[^{}]+\}/g, 'x'))
  if (!url || url.username !== '' || url.password !== '') return false
  if (host.includes('://')) return url.origin === new URL(host).origin
  if (url.protocol !== 'https:') return false
  return host.startsWith('*.')
    ? url.host.slice(url.host.indexOf('.')) === host.slice(1)
    : url.host === host
}
