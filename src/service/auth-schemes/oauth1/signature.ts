import { createHmac, randomBytes } from 'node:crypto'
import { isStreamed } from '../../platform/outbound/index.ts'
import type { OutgoingRequest } from '../scheme.ts'

/** The signer: always the client, and the account's token once there is one. */
export type Signer = {
  consumerKey: string
  consumerSecret: string
  token?: string | undefined
  tokenSecret?: string | undefined
}

/** Must never repeat; tests set both. */
export type Freshness = { now: () => number; nonce: () => string }

export const fresh: Freshness = {
  now: () => Date.now(),
  nonce: () => randomBytes(16).toString('hex'),
}

/**
 * The `authorization` header of a request, signed with HMAC-SHA1 over its method, address, query
 * and form (RFC 5849, 3).
 */
export const signRequest = (
  { now, nonce }: Freshness,
  signer: Signer,
  request: OutgoingRequest,
  extra: Record<string, string> = {},
): string => {
  const protocol = {
    oauth_consumer_key: signer.consumerKey,
    ...(signer.token !== undefined && { oauth_token: signer.token }),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(now() / 1000)),
    oauth_nonce: nonce(),
    oauth_version: '1.0',
    ...extra,
  }
  const text = signatureBaseString(request.method, request.url, protocol, formOf(request))
  const signed = { ...protocol, oauth_signature: signText(signer, text) }
  return `OAuth ${Object.entries(signed)
    .map(([name, value]) => `${name}="${percentEncode(value)}"`)
    .join(', ')}`
}

/** HMAC-SHA1 with both secrets (RFC 5849, 3.4.2). */
export const signText = (
  { consumerSecret, tokenSecret = '' }: Pick<Signer, 'consumerSecret' | 'tokenSecret'>,
  text: string,
): string =>
  createHmac('sha1', `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`)
    .update(text)
    .digest('base64')

/** Bodies of other kinds are not signed (RFC 5849, 3.4.1.3.1). */
const formOf = ({ headers, body }: OutgoingRequest) => {
  const type =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  // A streamed body is a file, whatever its media type.
  if (
    body === undefined ||
    isStreamed(body) ||
    !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)
  )
    return []
  return parseParameters(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'))
}

/** A name or value in a query or form, in the encoding of its source. */
type RawParameter = readonly [name: string, value: string]

/**
 * The text to sign: method, address without query, and all parameters in a fixed order (RFC 5849,
 * 3.4.1).
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

/** The pairs of a query or form, left encoded: decoding could lose bytes that are not UTF-8. */
export const parseParameters = (text: string): RawParameter[] =>
  text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name, value.join('=')] as const
    })

/** RFC 3986: everything but unreserved characters is encoded (RFC 5849, 3.6). */
const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** One canonical spelling for each byte. */
const reencode = (raw: string): string =>
  raw.replaceAll('+', '%20').replaceAll(/%[0-9A-Fa-f]{2}|[^%]+|%/g, (part) => {
    if (!/^%[0-9A-Fa-f]{2}$/.test(part)) return percentEncode(part)
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16))
    return /[0-9A-Za-z._~-]/.test(character) ? character : part.toUpperCase()
  })

/** By code units: only ASCII is compared here. */
const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
