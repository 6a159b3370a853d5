import { findScheme, serverIdentity, type AccountValues } from '../../auth-schemes/index.ts'
import type { AuthConfig } from '../auth-config.ts'

/**
 * The redirect URI that users of an auth config return to, and the authorization server that they
 * come from.
 */
export type Redirect = {
  /** Null: the shared path. */
  key: string | null
  /** The digest of the authorization server. */
  server: string
  /** If a document describes the client: the redirect URI in that document. */
  documentKey?: string
  /**
   * The database records which server the key belongs to; any other key is derived from its server.
   */
  isClaimed: boolean
}

type Of = Pick<
  AuthConfig,
  'scheme' | 'credentials' | 'sharedCredentials' | 'isManaged' | 'toolkit' | 'redirectKey'
>

/**
 * No two authorization servers have the same redirect URI (RFC 9700, 4.4.2.2): the state in an
 * answer identifies the server that the user was sent to, the path the server that the answer comes
 * from. Undefined if users are not sent to a provider.
 */
export const redirectOf = (
  { scheme, credentials: client, sharedCredentials, isManaged, toolkit, redirectKey }: Of,
  accountValues: AccountValues = {},
  now = new Date(),
): Redirect | undefined => {
  const authorization = findScheme(scheme.mode)?.authorization
  if (!authorization) return undefined
  const { oauthVersion } = authorization
  const values = { ...sharedCredentials, ...accountValues }
  if (authorization.registersClient?.({ client, values, now })) {
    const server = serverIdentity({ oauthVersion, definition: scheme, client, values })
    return { key: `as_${server}`, documentKey: `cd_${server}`, server, isClaimed: false }
  }
  const server = serverIdentity({ oauthVersion, definition: scheme, client })
  // The operator declares the hosts that the application is for, and a project cannot choose its
  // redirect URI.
  if (isManaged) return { key: managedKey(toolkit), server, isClaimed: false }
  return { key: redirectKey, server, isClaimed: true }
}

/**
 * The key of the operator's application for a toolkit: the same for all projects and after every
 * start.
 */
export const managedKey = (toolkit: string): string => `app_${toolkit}`
