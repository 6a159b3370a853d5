import { z } from 'zod'

/** The destination of a proxied request. */
type ProxyDestination = { url: URL } | { path: string } | { problem: string }

/**
 * Distinguishes the two forms of a proxy endpoint (spec 4.2). `problem` explains why a text is
 * neither.
 *
 * URL parsers accept many unexpected texts as URLs (`/\host`, `http:host`, a tab inside the
 * scheme), so a text that could be interpreted as another host or scheme is not accepted as a path.
 */
export const parseProxyEndpoint = (endpoint: string): ProxyDestination => {
  if (controlCharacter.test(endpoint)) return { problem: 'must not contain control characters' }
  if (/^\s/.test(endpoint)) return { problem: 'must not begin with a space' }
  if (/^[^?#]*\\/.test(endpoint))
    return { problem: 'must not contain a backslash; in a path write it as %5C' }
  if (endpoint.startsWith('//'))
    return { problem: 'must not begin with "//": add the scheme, or write a path with one "/"' }
  if (!/^[^/?#]*:/.test(endpoint)) return { path: endpoint.replace(/^\//, '') }
  const url = /^https?:\/\/[^/?#]/i.test(endpoint) ? URL.parse(endpoint) : null
  return url
    ? { url }
    : {
        problem:
          'must be an absolute http(s) URL, or a path; begin a path whose first segment contains ":" with "/"',
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
