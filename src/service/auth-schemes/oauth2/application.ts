import type { Client, ClientAuth, AuthorizationServer } from 'oauth4webapi'
import { GrantError, textOf, type AccountValues, type GrantContext } from '../scheme.ts'
import { createUuid } from '../../platform/ids.ts'
import { rsaPrivateKey, signAssertion } from '../assertion.ts'

/**
 * The client: an application that its operator or this service registered with the provider.
 */
export type Application = {
  id: string
  secret: string | undefined
  /** PEM of the private key with which it authenticates without a secret. */
  privateKey?: { pem: string; id: string | undefined } | undefined
  proof: 'basic' | 'body' | 'none' | 'private_key_jwt'
  /**
   * It belongs to the account: if the provider no longer knows it, the account is lost, and no
   * operator can repair that.
   */
  isOfAccount: boolean
}

/** The application of the auth config. */
export const applicationOfAuthConfig = ({
  definition,
  client,
}: Pick<GrantContext, 'definition' | 'client'>): Application => {
  const application = toApplication(client, definition.oauth?.clientAuthentication, false)
  if (!application)
    throw new GrantError(
      'misconfigured',
      'The auth config has no client_id of an application that is registered with the provider',
    )
  return application
}

/**
 * The application in the account's values, if it has one: the id of one application is never
 * combined with the secret of another.
 */
export const applicationOfAccount = ({
  definition,
  values,
}: Pick<GrantContext, 'definition' | 'values'>): Application | undefined =>
  toApplication(
    values,
    methods[textOf(values, 'token_endpoint_auth_method') ?? ''] ??
      definition.oauth?.clientAuthentication,
    true,
  )

/**
 * The names in RFC 7591 of the methods with which a client that the service registered can
 * authenticate.
 */
export const methods: Readonly<Record<string, Application['proof']>> = {
  client_secret_basic: 'basic',
  client_secret_post: 'body',
  none: 'none',
}

const toApplication = (
  holder: AccountValues,
  proof: Application['proof'] = 'basic',
  isOfAccount: boolean,
): Application | undefined => {
  const id = textOf(holder, 'client_id')
  if (id === undefined) return undefined
  const pem = textOf(holder, 'private_key')
  const secret = proof === 'none' ? undefined : textOf(holder, 'client_secret')
  // A key has no other use, so a client without a secret needs no explicit method.
  if (
    proof === 'private_key_jwt' ||
    (pem !== undefined && secret === undefined && proof !== 'none')
  ) {
    if (pem === undefined)
      throw new GrantError(
        'misconfigured',
        'The auth config has no private_key for authenticating the client (private_key_jwt)',
      )
    return {
      id,
      secret: undefined,
      privateKey: { pem, id: textOf(holder, 'private_key_id') },
      proof: 'private_key_jwt',
      isOfAccount,
    }
  }
  return { id, secret, proof: secret === undefined ? 'none' : proof, isOfAccount }
}

export const toClient = ({ id }: Application): Client => ({ client_id: id })

/**
 * How the application authenticates at the token endpoint.
 *
 * For Basic, RFC 6749 (2.3.1) requires id and secret to be form-encoded. Marks like "-" and "." may
 * remain unencoded, and must for providers that do not decode, as many do not.
 */
export const toProof =
  ({ id, secret = '', proof, privateKey }: Application, now: Date): ClientAuth =>
  async (server, _client, body, headers) => {
    if (privateKey) {
      body.set('client_id', id)
      body.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
      body.set('client_assertion', await signClientAssertion({ id, privateKey, server, now }))
      return
    }
    if (proof === 'basic')
      headers.set(
        'authorization',
        `Basic ${Buffer.from(`${formEncode(id)}:${formEncode(secret)}`).toString('base64')}`,
      )
    else body.set('client_id', id)
    if (proof === 'body') body.set('client_secret', secret)
  }

const formEncode = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+')

type Claim = {
  id: string
  privateKey: { pem: string; id: string | undefined }
  server: AuthorizationServer
  now: Date
}

const lifetimeSeconds = 60

/**
 * The JWT with which a client authenticates by a private key (RFC 7523, 2.2; OpenID Connect Core,
 * 9).
 *
 * It is valid for one server only, so that a hostile one cannot use it at another. If the issuer is
 * unknown, the address that it is sent to identifies the server.
 */
const signClientAssertion = ({ id, privateKey, server, now }: Claim): Promise<string> => {
  const key = rsaPrivateKey(privateKey.pem)
  if ('problem' in key)
    throw new GrantError('misconfigured', `The private_key of the auth config ${key.problem}`)
  const audience = /^https?:/.test(server.issuer) ? server.issuer : server.token_endpoint
  if (audience === undefined)
    throw new GrantError(
      'misconfigured',
      "The toolkit has neither an issuer nor a token address, which the client's authentication requires",
    )
  return signAssertion(key, {
    issuer: id,
    subject: id,
    audience,
    issuedAt: now,
    lifetimeSeconds,
    claims: { jti: createUuid() },
    keyId: privateKey.id,
  })
}
