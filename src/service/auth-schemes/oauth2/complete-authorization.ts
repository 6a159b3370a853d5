import { textOf, type Authorization, type GrantContext, type Granted } from '../scheme.ts'
import type { Application } from './application.ts'
import { readStoredServer, validateAuthorizationResponse } from './authorization.ts'
import { exchangeCode } from './grants.ts'

/** Validates the response that returned with the user, and exchanges its code for tokens. */
export const completeAuthorization = async (
  context: GrantContext,
  application: Application,
  { callbackUrl, state, pending, answer }: Parameters<Authorization['complete']>[1],
): Promise<Granted> => {
  const server = readStoredServer(pending)
  const checked = await validateAuthorizationResponse({
    server,
    clientId: application.id,
    state,
    answer,
  })
  return exchangeCode(context, {
    server,
    application,
    answer: checked,
    callbackUrl,
    verifier: textOf(pending, 'code_verifier'),
  })
}
