import {
  GrantError,
  type Authorization,
  type GrantContext,
  type Granted,
} from '../../../src/service/auth-schemes/scheme.ts'
import type { AuthorizationServer } from '../../support/start-authorization-server.ts'

export const callbackUrl = 'http://127.0.0.1:1/oauth/callback'
export const state = 'a-state-of-this-test'

/** What a user who agrees brings back, and what is then made of it. */
export const connect = async (
  server: AuthorizationServer,
  { begin, complete }: Authorization,
  context: GrantContext,
): Promise<{
  url: URL
  answer: URLSearchParams
  pending: Record<string, unknown>
  granted: Granted
}> => {
  const { url, pending } = await begin(context, { callbackUrl, state })
  // As between two requests: what is pending lies in the database.
  const kept = JSON.parse(JSON.stringify(pending)) as Record<string, unknown>
  const { searchParams: answer } = await server.authorize(url)
  return {
    url: new URL(url),
    answer,
    pending: kept,
    granted: await complete(context, { callbackUrl, state, pending: kept, answer }),
  }
}

/** The reason of a grant that must not succeed. */
export const grantFailure = async (grant: Promise<unknown> | undefined): Promise<GrantError> => {
  try {
    await grant
  } catch (error) {
    if (error instanceof GrantError) return error
    throw error
  }
  throw new Error('There was a grant')
}
