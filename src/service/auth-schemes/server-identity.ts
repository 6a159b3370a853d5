import { createHash } from 'node:crypto'
import { textOf, type Authorization, type GrantContext } from './scheme.ts'

/**
 * A digest that identifies the authorization server that users are sent to: no two servers have the
 * same one.
 *
 * It covers every address that sees the user or the code. Their `{variables}` are filled with
 * values of the auth config, and with values of an account if each account may have its own server.
 */
export const serverIdentity = ({
  oauthVersion,
  definition: { oauth = {} },
  client,
  values = {},
}: Pick<Authorization, 'oauthVersion'> &
  Pick<GrantContext, 'definition' | 'client'> &
  Partial<Pick<GrantContext, 'values'>>): string => {
  const addresses = [
    oauth.issuer,
    oauth.authorizationUrl,
    oauth.tokenUrl,
    oauth.requestTokenUrl,
    oauth.registrationUrl,
  ]
  const filled = addresses.map(
    (address) =>
      address?.replaceAll(
        /\{([^{}]+)\}/g,
        (whole, name: string) => textOf(client, name) ?? textOf(values, name) ?? whole,
      ) ?? null,
  )
  return createHash('sha256')
    .update(JSON.stringify([oauthVersion, ...filled]))
    .digest('base64url')
}
