import type { Credential } from '../../accounts/index.ts'
import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import { authorityOf, serversOf, type Toolkit } from '../../catalog/index.ts'

/**
 * The origins of a scheme's OAuth addresses, as far as no account chooses them: some providers say
 * there whose token it is.
 */
export const providerOrigins = ({ oauth = {} }: AuthSchemeDefinition): string[] => [
  ...new Set(
    [oauth.authorizationUrl, oauth.tokenUrl, oauth.refreshUrl, oauth.issuer].flatMap((address) => {
      const authority = /^https?:\/\/[^/?#{}]+(?=[/?#]|$)/i.exec(address ?? '')?.[0]
      return originsIn(authority)
    }),
  ),
]

/**
 * The origins of a toolkit that no account chooses, of those that its auth config knew: they can be
 * asked before the account has the values that the rest of an address needs.
 */
export const fixedOrigins = (
  { definition }: Pick<Toolkit, 'definition'>,
  { servers }: Pick<Credential, 'servers'>,
): string[] => {
  const own = serversOf(definition).map(authorityOf)
  const known = servers?.map(authorityOf)
  return own
    .filter((authority) => !authority.includes('{') && known?.includes(authority) !== false)
    .flatMap(originsIn)
}

const originsIn = (authority: string | undefined): string[] =>
  authority !== undefined && /^https?:/i.test(authority) && URL.canParse(authority)
    ? [new URL(authority).origin]
    : []
