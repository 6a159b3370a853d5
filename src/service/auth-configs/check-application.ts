import { findScheme, GrantError } from '../auth-schemes/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import type { AuthConfig } from './auth-config.ts'
import { toGrantContext } from './grant-context.ts'

/**
 * Checks whether the provider knows the OAuth application of an auth config, as far as that is
 * possible without a user.
 */
export const checkApplication = async (
  parts: { outbound: Outbound; clock: Clock },
  authConfig: AuthConfig,
  callbackUrl: string | null,
): Promise<{ application: 'accepted' | 'refused' | 'unknown'; message: string }> => {
  const { toolkit, scheme } = authConfig
  const authorization = findScheme(scheme.mode)?.authorization
  if (!authorization)
    return {
      application: 'unknown',
      message: `The auth scheme ${scheme.mode} uses no OAuth application: only an account of "${toolkit}" shows whether its credential is accepted`,
    }
  const context = toGrantContext(parts, authConfig, {})
  const problem = authorization.clientProblem(context)
  if (problem !== undefined) return { application: 'refused', message: problem }
  if (!authorization.checkClient || callbackUrl === null)
    return {
      application: 'unknown',
      message: `With ${scheme.mode} the application can only be checked by connecting a user`,
    }
  try {
    const { verdict, message } = await authorization.checkClient(context, { callbackUrl })
    return { application: verdict, message }
  } catch (error) {
    if (!(error instanceof GrantError)) throw error
    return {
      application: error.kind === 'misconfigured' ? 'refused' : 'unknown',
      message: error.message,
    }
  }
}
