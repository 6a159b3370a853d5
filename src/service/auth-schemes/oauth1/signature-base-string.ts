/**
 * A name or value as it stands in a query or form, still encoded in whatever way its writer chose.
 */
export type RawParameter = readonly [name: string, value: string]

/**
 * What a signature is made over: method, address without query, and all parameters in one fixed
 * order (RFC 5849, 3.4.1).
 */
export const signatureBaseString = (
  method: string,
  address: string,
  protocol: Record<string, string>,
  body: RawParameter[] = [],
): string => {
  const url = new URL(address)
  const parameters = [
    ...Object.entries(protocol).map(
      ([name, value]) => [percentEncode(name), percentEncode(value)] as const,
    ),
    ...[...parseParameters(url.search.slice(1)), ...body].map(
      ([name, value]) => [reencode(name), reencode(value)] as const,
    ),
  ]
  const sorted = parameters
    .toSorted((a, b) => order(a[0], b[0]) || order(a[1], b[1]))
    .map(([name, value]) => `${name}=${value}`)
  return [method.toUpperCase(), `${url.protocol}//${url.host}${url.pathname}`, sorted.join('&')]
    .map(percentEncode)
    .join('&')
}

/** The pairs of a query or form, left encoded: decoding could lose bytes that are no UTF-8. */
export const parseParameters = (text: string): RawParameter[] =>
  text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name, value.join('=')] as const
    })

/** RFC 3986: everything but unreserved characters is encoded (RFC 5849, 3.6). */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** One spelling for each byte, however it was written. */
const reencode = (raw: string): string =>
  raw.replaceAll('+', '%20').replaceAll(/%[0-9A-Fa-f]{2}|[^%]+|%/g, (part) => {
    if (!/^%[0-9A-Fa-f]{2}$/.test(part)) return percentEncode(part)
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16))
    return /[0-9A-Za-z._~-]/.test(character) ? character : part.toUpperCase()
  })

/** By code units: all that is compared here is ASCII. */
const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
