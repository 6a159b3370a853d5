import { createHash } from 'node:crypto'
import { textOf, type Authorization, type GrantContext } from './scheme.ts'

/**
 * Which authorization server users are sent to, as a digest: two servers never have the same one.
 *
 * It covers every address that sees the user or the code. Values of the auth config fill their
 * `{variables}`, and so do the values of an account where each account may have a server of its
 * own.
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
