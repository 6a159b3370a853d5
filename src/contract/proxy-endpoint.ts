import { z } from 'zod'

/** Where a proxied request goes. */
export type ProxyDestination = { url: URL } | { path: string } | { problem: string }

/**
 * Tells the two forms of a proxy endpoint apart (spec 4.2); `problem` says why a text is neither.
 *
 * Parsers of URLs read far more as an address than it seems to be (`/\host`, `http:host`, a tab
 * inside the scheme), so what could be taken for another host or scheme is not a path either.
 */
export const parseProxyEndpoint = (endpoint: string): ProxyDestination => {
  if (controlCharacter.test(endpoint)) return { problem: 'must not hold control characters' }
  if (/^\s/.test(endpoint)) return { problem: 'must not begin with a blank' }
  if (/^[^?#]*\\/.test(endpoint))
    return { problem: 'must not hold a backslash; in a path write it as %5C' }
  if (endpoint.startsWith('//'))
    return { problem: 'must not begin with "//": write the scheme too, or a path with one "/"' }
  if (!/^[^/?#]*:/.test(endpoint)) return { path: endpoint.replace(/^\//, '') }
  const url = /^https?:\/\/[^/?#]/i.test(endpoint) ? URL.parse(endpoint) : null
  return url
    ? { url }
    : {
        problem:
          'must be an absolute http(s) URL, or a path; begin a path whose first segment holds ":" with "/"',
      }
}

/** `endpoint` of a proxied request. */
export const proxyEndpoint = z
  .string()
  .min(1)
  .max(16_384)
  .superRefine((endpoint, context) => {
    const destination = parseProxyEndpoint(endpoint)
    if ('problem' in destination) context.addIssue({ code: 'custom', message: destination.problem })
  })

const controlCharacter = /\p{Cc}/u
