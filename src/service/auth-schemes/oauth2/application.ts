import type { Client, ClientAuth } from 'oauth4webapi'
import { GrantError, textOf, type AccountValues, type GrantContext } from '../scheme.ts'

/** The client that asks: an application that somebody, or this service itself, registered with the provider. */
export type Application = {
  id: string
  secret: string | undefined
  proof: 'basic' | 'body' | 'none'
  /** It lies in the account: when the provider does not know it any more, the account is lost, and no operator to blame. */
  isOfAccount: boolean
}

/** The application of the auth config. */
export const applicationOfAuthConfig = ({ definition, client }: Pick<GrantContext, 'definition' | 'client'>): Application => {
  const application = toApplication(client, definition.oauth?.clientAuthentication, false)
  if (!application) throw new GrantError('misconfigured', 'The auth config holds no client_id of an application that is registered with the provider')
  return application
}

/** The application in the account's own values, if it has one: the id of one and the secret of another are never put together. */
export const applicationOfAccount = ({ definition, values }: Pick<GrantContext, 'definition' | 'values'>): Application | undefined =>
  toApplication(values, methods[textOf(values, 'token_endpoint_auth_method') ?? ''] ?? definition.oauth?.clientAuthentication, true)

/** How RFC 7591 names the ways of proving oneself. */
export const methods: Readonly<Record<string, Application['proof']>> = { client_secret_basic: 'basic', client_secret_post: 'body', none: 'none' }

const toApplication = (holder: AccountValues, proof: Application['proof'] = 'basic', isOfAccount: boolean): Application | undefined => {
  const id = textOf(holder, 'client_id')
  if (id === undefined) return undefined
  const secret = proof === 'none' ? undefined : textOf(holder, 'client_secret')
  return { id, secret, proof: secret === undefined ? 'none' : proof, isOfAccount }
}

export const toClient = ({ id }: Application): Client => ({ client_id: id })

/**
 * How the application proves itself to the token endpoint.
 *
 * For Basic, RFC 6749 (2.3.1) wants id and secret form-encoded. Marks like "-" and "." may stay as they are in that encoding,
 * and must where a provider forgets to decode, as many do.
 */
export const toProof = ({ id, secret = '', proof }: Application): ClientAuth => (_server, _client, body, headers) => {
  if (proof === 'basic') headers.set('authorization', `Basic ${Buffer.from(`${formEncode(id)}:${formEncode(secret)}`).toString('base64')}`)
  else body.set('client_id', id)
  if (proof === 'body') body.set('client_secret', secret)
}

const formEncode = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+')
