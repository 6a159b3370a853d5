import type { GrantContext } from '../auth-schemes/index.ts'
import type { Clock } from '../platform/clock.ts'
import { sendFor, type Outbound } from '../platform/outbound/index.ts'
import type { AuthConfig } from './auth-config.ts'

/** The context of requests to the provider for an account with these values. */
export const toGrantContext = (
  { outbound, clock }: { outbound: Outbound; clock: Clock },
  authConfig: AuthConfig,
  values: Readonly<Record<string, unknown>>,
): GrantContext => ({
  definition: authConfig.scheme,
  client: authConfig.credentials,
  values: { ...authConfig.sharedCredentials, ...values },
  send: sendFor(outbound, {
    purpose: 'oauth',
    projectId: authConfig.projectId,
    toolkit: authConfig.toolkit,
  }),
  now: clock.now(),
})
