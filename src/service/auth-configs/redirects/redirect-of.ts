import { findScheme, serverIdentity, type AccountValues } from '../../auth-schemes/index.ts'
import type { AuthConfig } from '../auth-config.ts'

/**
 * Which redirect URI users of an auth config come back to, and the authorization server that they
 * come from.
 */
export type Redirect = {
  /** Null: the shared path. */
  key: string | null
  /** The digest of the authorization server. */
  server: string
  /**
   * Where the service itself makes the client known: the redirect URI of the client that a document
   * describes.
   */
  documentKey?: string
  /**
   * The database holds the server that the key belongs to; any other key belongs to one by how it
   * is made.
   */
  isClaimed: boolean
}

/**
 * As an auth config keeps it: its application was registered when all of them had the same redirect
 * URI.
 */
export const inherited = 'inherited'

type Of = Pick<
  AuthConfig,
  'scheme' | 'credentials' | 'sharedCredentials' | 'isManaged' | 'toolkit' | 'redirectKey'
>

/**
 * No two authorization servers have the same redirect URI (RFC 9700, 4.4.2.2): the state in an
 * answer says which server the user was sent to, the path which server the answer is from.
 * Undefined where users are sent to none.
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
  if (redirectKey === inherited) return { key: null, server, isClaimed: false }
  // The operator names the hosts that the application is for, and a project none of its own.
  if (isManaged) return { key: managedKey(toolkit), server, isClaimed: false }
  return { key: redirectKey, server, isClaimed: true }
}

/** Of the operator's application for a toolkit: the same for all projects and at every start. */
export const managedKey = (toolkit: string): string => `app_${toolkit}`
