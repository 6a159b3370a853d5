import { createHmac, randomBytes } from 'node:crypto'
import { isStreamed } from '../../platform/outbound/index.ts'
import type { OutgoingRequest } from '../scheme.ts'
import { parseParameters, percentEncode, signatureBaseString } from './signature-base-string.ts'

/** Who signs: the client always, the account's token once there is one. */
export type Signer = {
  consumerKey: string
  consumerSecret: string
  token?: string | undefined
  tokenSecret?: string | undefined
}

/** What must never be the same twice; a test holds both still. */
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
  // What is streamed is a file, whatever it is called.
  if (
    body === undefined ||
    isStreamed(body) ||
    !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)
  )
    return []
  return parseParameters(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'))
}
