import type { AuthorizationServer } from 'oauth4webapi'
import { quote } from '../../platform/quote.ts'
import { createSecret } from '../../platform/ids.ts'
import { textOf, type ClientVerdict, type GrantContext } from '../scheme.ts'
import { plainText } from '../token-response.ts'
import { toClient, toProof, type Application } from './application.ts'
import { sendToServer, loadProtocol } from './send-to-server.ts'
import { extraParameters } from './parameters.ts'
import { rejectedPart } from './tokens.ts'

/**
 * Checks whether the token endpoint knows the client: it is asked to exchange a random code.
 *
 * A server authenticates the client before it validates the code (RFC 6749, 3.2.1), so the error
 * shows which of the two it rejects. Throws a `GrantError` if the provider cannot be reached.
 */
export const verifyClient = async (
  context: GrantContext,
  {
    server,
    application,
    callbackUrl,
  }: { server: AuthorizationServer; application: Application; callbackUrl: string },
): Promise<ClientVerdict> => {
  const protocol = await loadProtocol()
  const client = toClient(application)
  const code = protocol.validateAuthResponse(
    { issuer: server.issuer },
    client,
    new URLSearchParams({ code: createSecret('check-') }),
    protocol.expectNoState,
  )
  const { status, fields } = await sendToServer(protocol, context, (sending) =>
    protocol.authorizationCodeGrantRequest(
      server,
      client,
      toProof(application, context.now),
      code,
      callbackUrl,
      protocol.generateRandomCodeVerifier(),
      {
        ...sending,
        additionalParameters: extraParameters(context.definition.oauth?.tokenParameters),
      },
    ),
  )
  const error = textOf(fields, 'error')?.toLowerCase() ?? ''
  const reason = `${status}${error === '' ? '' : `, ${quote(plainText(error))}`}`
  switch (rejectedPart(status, error)) {
    case 'code':
      return {
        verdict: 'accepted',
        message: `The provider knows the application (it only rejected the code of this check: ${reason})`,
      }
    case 'redirect':
      return {
        verdict: 'refused',
        message: `The provider does not know the redirect URI ${callbackUrl} of the application (${reason})`,
      }
    case 'client':
      return {
        verdict: 'refused',
        message: `The provider does not accept the client id and secret (${reason})`,
      }
    default:
      return {
        verdict: 'unknown',
        message: `The answer of the provider does not say whether it knows the application (${reason})`,
      }
  }
}
