import type { Hop } from './exchange.ts'

/**
 * Whether a request shows a credential to whoever sees it on its way. What an authorization server
 * is asked and answers always counts.
 */
export const carriesCredential = (
  { egress, headers, hasCredentialInUrl }: Hop,
  sensitive: ReadonlySet<string>,
): boolean =>
  egress.purpose === 'oauth' ||
  hasCredentialInUrl ||
  Object.keys(headers).some((name) => sensitive.has(name))
