import type { Toolkit } from '../catalog/index.ts'
import { findScheme, type AuthSchemeDefinition } from '../auth-schemes/index.ts'
import type { AuthScheme } from '../../contract/common.ts'
import { ServiceError } from '../service-error.ts'
import type { OAuthApp, OAuthApps } from './oauth-apps.ts'

export type ManagedAuth = ReturnType<typeof createManagedAuth>

/** The operator's OAuth applications, and what projects may do with them. */
export const createManagedAuth = (apps: OAuthApps = {}) => {
  const appOf = (toolkit: string): OAuthApp | undefined =>
    Object.hasOwn(apps, toolkit) ? apps[toolkit] : undefined

  return {
    /** The toolkit's schemes that an auth config can use with an operator's application. */
    schemesOf: ({ definition }: Pick<Toolkit, 'definition'>): AuthScheme[] => {
      const app = appOf(definition.slug)
      return definition.authSchemes
        .filter((scheme) => app && isFor(app, scheme))
        .map(({ mode }) => mode)
    },

    /**
     * The scheme of a new auth config with the operator's application; refuses if there is none, or
     * if it must not be used.
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
      return usable ?? rejectElsewhere(definition.slug)
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

const rejectElsewhere = (toolkit: string): never => {
  throw new ServiceError(
    'invalid_request',
    `The operator's OAuth application for "${toolkit}" is not for the addresses of this toolkit`,
    {
      suggestedFix:
        'Use type "use_custom_auth", import the toolkit with the OAuth addresses of its provider, or ask the operator to add their hosts to the application',
    },
  )
}

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
      (address) => address !== undefined && hosts.some((host) => isOn(host, address)),
    )
  )
}

/**
 * Only `https`, unless the host has another scheme. A variable may be the first label of the host
 * if any subdomain is allowed, or come after the host.
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
