import type { AuthorizationServer } from 'oauth4webapi'
import { GrantError, textOf, type GrantContext } from '../scheme.ts'
import { toGrantError } from '../token-response.ts'
import { methods } from './application.ts'
import { sendToServer, loadProtocol } from './send-to-server.ts'
import { scopeText } from './parameters.ts'

/** The values of an account that identify its client. */
export type ClientValues = {
  client_id: string
  client_secret?: string
  client_id_issued_at?: number
  client_secret_expires_at?: number
  token_endpoint_auth_method: string
  /** Marks a client that the service registered, with its redirect URI. */
  registered_for: string
}

/**
 * Registers this service as a client: by a document that describes it, if the provider accepts one,
 * otherwise by a request (RFC 7591).
 */
export const registerClient = async (
  context: GrantContext,
  server: AuthorizationServer,
  callbackUrl: string,
): Promise<ClientValues> => {
  const { clientDocument } = context
  const takesDocuments = server['client_id_metadata_document_supported'] === true
  // Every server knows the client of a document, and requires no authentication. A hostile server
  // could forward the user to another server as this client, and redeem the code there; so an
  // answer is only accepted with `iss`, which names the server that issued it. Only an https
  // address can be a client id.
  if (
    takesDocuments &&
    server.authorization_response_iss_parameter_supported === true &&
    clientDocument?.url.startsWith('https://')
  ) {
    return {
      client_id: clientDocument.url,
      token_endpoint_auth_method: 'none',
      registered_for: clientDocument.callbackUrl,
    }
  }
  if (server.registration_endpoint === undefined && takesDocuments) {
    throw new GrantError(
      'misconfigured',
      "The provider accepts client documents, but these require https of this service and iss (RFC 9207) in the provider's answers: add a client_id to the auth config",
    )
  }
  if (server.registration_endpoint === undefined) {
    throw new GrantError(
      'misconfigured',
      'The provider does not register clients: add a client_id to the auth config, or set a registrationUrl',
    )
  }
  const protocol = await loadProtocol()
  const scope =
    scopeText(context.client['scopes']) ?? scopeText(context.definition.oauth?.defaultScopes)
  const metadata = {
    ...clientDescription(callbackUrl),
    token_endpoint_auth_method: proofMethod(context, server),
    ...(scope !== undefined && { scope }),
  }
  const answer = await sendToServer(protocol, context, (sending) =>
    protocol.dynamicClientRegistrationRequest(server, metadata, sending),
  )
  const id = textOf(answer.fields, 'client_id')
  if (answer.status >= 300 || id === undefined)
    throw toGrantError(
      'misconfigured',
      'The provider did not register this service as a client',
      answer,
    )
  return {
    ...toValues(id, answer.fields, metadata.token_endpoint_auth_method),
    registered_for: callbackUrl,
  }
}

const toValues = (
  id: string,
  fields: Record<string, unknown>,
  requested: string,
): Omit<ClientValues, 'registered_for'> => {
  const secret = textOf(fields, 'client_secret')
  const method =
    textOf(fields, 'token_endpoint_auth_method') ?? (secret === undefined ? 'none' : requested)
  if (!Object.hasOwn(methods, method))
    throw new GrantError(
      'misconfigured',
      'The provider requires a client authentication that this service does not support',
    )
  return {
    client_id: id,
    ...(secret !== undefined && { client_secret: secret }),
    ...numbers(fields, ['client_id_issued_at', 'client_secret_expires_at']),
    token_endpoint_auth_method: method,
  }
}

const numbers = (fields: Record<string, unknown>, names: string[]): Record<string, number> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const number = fields[name]
      return typeof number === 'number' && Number.isFinite(number) ? [[name, number]] : []
    }),
  )

/**
 * The method of the toolkit, otherwise the first supported one that the provider accepts; RFC 7591
 * makes Basic the default.
 */
const proofMethod = (
  { definition }: GrantContext,
  { token_endpoint_auth_methods_supported: taken }: AuthorizationServer,
): string => {
  const supported = Object.keys(methods)
  const named = supported.find(
    (method) => methods[method] === definition.oauth?.clientAuthentication,
  )
  return (
    named ?? supported.find((method) => !taken || taken.includes(method)) ?? 'client_secret_basic'
  )
}

/**
 * The address of the document that describes this service as an unregistered client; it is the
 * client id.
 */
export const clientMetadata = (publicUrl: string, key: string) => ({
  client_id: clientMetadataUrl(publicUrl, key),
  client_uri: publicUrl,
  ...clientDescription(redirectUri(publicUrl, key)),
  token_endpoint_auth_method: 'none',
})

/** One per authorization server, like redirect URIs. */
export const clientMetadataUrl = (publicUrl: string, key: string): string =>
  `${publicUrl}/oauth/client/${key}.json`

/** The metadata of a client (RFC 7591), in a document or a registration. */
const clientDescription = (callbackUrl: string) => ({
  client_name: 'Plugboard',
  redirect_uris: [callbackUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})

/** The redirect URI. Null: the shared one, which one authorization server may use. */
export const redirectUri = (publicUrl: string, key: string | null): string =>
  `${publicUrl}/oauth/callback${key === null ? '' : `/${key}`}`
