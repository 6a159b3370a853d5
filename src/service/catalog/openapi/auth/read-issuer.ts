import type { OAuthDefinition } from '../../../auth-schemes/index.ts'
import { publicMessage } from '../../../platform/public-error.ts'
import { quote } from '../../../platform/quote.ts'
import type { ImportWarning } from '../../import-warning.ts'
import { toText, type JsonObject } from '../document/json-object.ts'

/** Reads what an issuer publishes about itself. */
export type DiscoverIssuer = (issuer: string) => Promise<OAuthDefinition>

/** What every OpenID provider publishes, below its issuer (OpenID Connect Discovery, 4). */
const wellKnown = '/.well-known/openid-configuration'

/**
 * The flow of a scheme that names an OpenID provider, with the addresses that it publishes. Where
 * it cannot be asked now, it is asked again when an account is connected.
 */
export const readIssuer = async (
  name: string,
  scheme: JsonObject,
  baseUrl: string | undefined,
  discoverIssuer: DiscoverIssuer | undefined,
): Promise<{ flow?: OAuthDefinition; warning?: ImportWarning }> => {
  const text = toText(scheme.openIdConnectUrl)
  const address = text === '' ? null : (URL.parse(text) ?? URL.parse(text, baseUrl))
  if (!address || !/^https?:$/.test(address.protocol) || !address.pathname.endsWith(wellKnown))
    return {}
  const issuer = `${address.origin}${address.pathname.slice(0, -wellKnown.length)}`
  if (!discoverIssuer) return { flow: { issuer, scopes: {} } }
  try {
    return { flow: await discoverIssuer(issuer) }
  } catch (error) {
    return {
      flow: { issuer, scopes: {} },
      warning: {
        code: 'issuer_unreachable',
        message: `What the OpenID provider of security scheme ${quote(name)} publishes could not be read: ${publicMessage(error, 'no answer')}`,
        fix: 'It is asked again when an account is connected; otherwise import again with `auth`: OAUTH2 with oauth.authorization_url and oauth.token_url',
      },
    }
  }
}
