import type { Hop } from './exchange.ts'

/**
 * Whether an eavesdropper on the request would see a credential. Exchanges with an authorization
 * server always count.
 */
export const carriesCredential = (
  { egress, headers, body, hasCredentialInUrl, hasCredentialInBody = false }: Hop,
  sensitive: ReadonlySet<string>,
): boolean =>
  egress.purpose === 'oauth' ||
  hasCredentialInUrl ||
  (hasCredentialInBody && body !== undefined) ||
  Object.keys(headers).some((name) => sensitive.has(name))
