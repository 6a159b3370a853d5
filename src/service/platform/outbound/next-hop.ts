import type { AddressRules } from './create-address-rules.ts'
import { carriesCredential } from './carries-credential.ts'
import type { Hop, RawResponse } from './exchange.ts'
import { OutboundError } from './outbound-error.ts'
import { parseTarget } from './parse-target.ts'

/**
 * Returns the request that a redirect asks for, or undefined for any other response. The new
 * address passes the same rules as the first. Secrets are sent only to the original origin;
 * `sensitive` holds the lower-case names of the headers that carry them.
 */
export const nextHop = (
  rules: AddressRules,
  hop: Hop,
  response: RawResponse,
  sensitive: ReadonlySet<string>,
): Hop | undefined => {
  const location = response.headers.location
  if (location === undefined || !redirects.has(response.status)) return undefined

  const url = parseLocation(rules, hop, location)
  const request = becomesGet(hop.method, response.status) ? withoutBody(hop) : hop
  if (
    hop.url.protocol === 'https:' &&
    url.protocol === 'http:' &&
    carriesSecret(request, sensitive)
  ) {
    throw new OutboundError(
      'redirects',
      hop.url.host,
      'redirects from https to http, which would expose credentials or a body',
    )
  }
  if (url.origin !== hop.url.origin && request.hasCredentialInBody && request.body !== undefined)
    throw new OutboundError(
      'redirects',
      hop.url.host,
      'redirects to another host, which would get the credential in the body',
    )
  const headers = url.origin === hop.url.origin ? request.headers : omit(request.headers, sensitive)
  return { ...request, headers, url }
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const parseLocation = (rules: AddressRules, hop: Hop, location: string): URL => {
  const url = URL.parse(location, hop.url)
  if (!url)
    throw new OutboundError('redirects', hop.url.host, 'redirects to an address that is not a URL')
  try {
    return parseTarget(rules, url)
  } catch (cause) {
    if (cause instanceof OutboundError && cause.kind === 'invalid_url') {
      throw new OutboundError(
        'redirects',
        hop.url.host,
        `redirects to an address that cannot be followed (${cause.message})`,
        { cause },
      )
    }
    throw cause
  }
}

const becomesGet = (method: string, status: number): boolean =>
  status === 303 ? method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST'

const withoutBody = ({ body: _body, ...hop }: Hop): Hop => ({
  ...hop,
  method: 'GET',
  headers: omit(hop.headers, bodyHeaders),
})

const bodyHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'content-encoding',
  'content-language',
  'content-location',
])

const carriesSecret = (hop: Hop, sensitive: ReadonlySet<string>): boolean =>
  hop.body !== undefined || carriesCredential(hop, sensitive)

const omit = (
  headers: Record<string, string>,
  names: ReadonlySet<string>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)))
