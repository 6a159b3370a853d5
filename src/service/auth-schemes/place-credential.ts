import type { CredentialPlacement } from './definition.ts'
import { placeInBody } from './place-in-body.ts'
import type { OutgoingRequest } from './scheme.ts'

/** Adds a value of the account to the request. */
export const placeCredential = (
  request: OutgoingRequest,
  placement: CredentialPlacement,
  value: string | undefined,
): OutgoingRequest => {
  if (value === undefined) return request
  const text = withPrefix(value, placement.prefix ?? '')
  switch (placement.in) {
    case 'header':
      return { ...request, headers: { ...request.headers, [placement.name.toLowerCase()]: text } }
    case 'cookie': {
      const cookie = `${placement.name}=${toCookieValue(text)}`
      return {
        ...request,
        headers: {
          ...request.headers,
          cookie: request.headers['cookie'] ? `${request.headers['cookie']}; ${cookie}` : cookie,
        },
      }
    }
    case 'query': {
      const url = new URL(request.url)
      // Removes an argument of the same name.
      if (url.searchParams.has(placement.name)) url.searchParams.delete(placement.name)
      const separator = url.search === '' ? '?' : '&'
      return {
        ...request,
        url: `${url.href.replace(/#.*$/, '')}${separator}${encodeURIComponent(placement.name)}=${encodeURIComponent(text)}`,
      }
    }
    case 'body':
      return placeInBody(request, placement.name, text)
    // The address was already built with it, like every variable of a server.
    case 'path':
      return request
    default:
      return placement.in satisfies never
  }
}

/** RFC 6265: a value is sent as it was issued, which may be encoded, except for what none can hold. */
const toCookieValue = (text: string): string =>
  text.toWellFormed().replace(/[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/gu, encodeURIComponent)

/** Users copy a key as they see it, sometimes with the word before it. */
const withPrefix = (value: string, prefix: string): string =>
  prefix !== '' && value.toLowerCase().startsWith(prefix.toLowerCase()) ? value : prefix + value
