import { isIP } from 'node:net'
import { toBlockedError } from './to-blocked-error.ts'
import type { AddressRules } from './create-address-rules.ts'
import { OutboundError } from './outbound-error.ts'
import { portOf } from './port-of.ts'

/** Parses the URL of a request, and checks a literal address in it. */
export const parseTarget = (rules: AddressRules, address: string | URL): URL => {
  const url = URL.parse(String(address))
  if (!url) throw new OutboundError('invalid_url', '', 'The address to call is not a complete URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError(
      'invalid_url',
      url.host,
      `only http and https addresses can be called, not ${url.protocol}`,
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError(
      'invalid_url',
      url.host,
      'the address contains a user name or password; send them in a header instead',
    )
  }
  checkLiteral(rules, url)
  return url
}

/**
 * Throws for a literal IP address that is forbidden. It is checked here, since it skips the DNS
 * lookup where names are checked; `URL` has already normalized its decimal, octal, hexadecimal,
 * short and Unicode spellings.
 */
export const checkLiteral = (rules: AddressRules, url: URL): void => {
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const range = isIP(literal) === 0 ? undefined : rules.forbids(url.hostname, portOf(url), literal)
  if (range !== undefined) throw toBlockedError(url, range, rules.egress)
}
