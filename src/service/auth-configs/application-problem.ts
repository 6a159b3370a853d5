import { findScheme } from '../auth-schemes/index.ts'
import type { AuthConfig } from './auth-config.ts'

/**
 * Why no user can be sent to the provider under an auth config: the OAuth application that its
 * scheme requires is missing. Undefined if nothing is missing, or users are not sent to a provider.
 */
export const applicationProblem = (
  { scheme, credentials, sharedCredentials }: AuthConfig,
  now: Date,
  values: Record<string, unknown> = {},
): string | undefined =>
  findScheme(scheme.mode)?.authorization?.clientProblem({
    definition: scheme,
    client: credentials,
    values: { ...sharedCredentials, ...values },
    now,
  })
