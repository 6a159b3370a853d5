import type { AuthorizationServer } from 'oauth4webapi'
import { createUuid } from '../../platform/ids.ts'
import { rsaPrivateKey } from '../rsa-private-key.ts'
import { GrantError } from '../scheme.ts'
import { signAssertion } from '../sign-assertion.ts'

type Claim = {
  id: string
  privateKey: { pem: string; id: string | undefined }
  server: AuthorizationServer
  now: Date
}

const lifetimeSeconds = 60

/**
 * The JWT by which a client proves itself with a private key (RFC 7523, 2.2; OpenID Connect Core,
 * 9).
 *
 * It is for one server alone: a hostile one must not be able to show it to another. Where the
 * issuer is not known, the address that it is sent to stands for the server.
 */
export const signClientAssertion = ({ id, privateKey, server, now }: Claim): Promise<string> => {
  const key = rsaPrivateKey(privateKey.pem)
  if ('problem' in key)
    throw new GrantError('misconfigured', `The private_key of the auth config ${key.problem}`)
  const audience = /^https?:/.test(server.issuer) ? server.issuer : server.token_endpoint
  if (audience === undefined)
    throw new GrantError(
      'misconfigured',
      'The toolkit names neither an issuer nor an address where tokens are given, which the proof of the client needs',
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
