import type { Hop } from './exchange.ts'

/**
 * Whether an eavesdropper on the request would see a credential. Exchanges with an authorization
 * server always count.
 */
export const carriesCredential = (
  { egress, headers, hasCredentialInUrl }: Hop,
  sensitive: ReadonlySet<string>,
): boolean =>
  egress.purpose === 'oauth' ||
  hasCredentialInUrl ||
  Object.keys(headers).some((name) => sensitive.has(name))
