import { constants, createHash, createHmac, sign as signBytes, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { TriggerWebhook } from '../../../src/contract/import-trigger-webhook.ts'
import type { SigningKey } from './signing-keys.ts'
import { fill } from './templates.ts'
import { put, type Json } from './values.ts'

/** An event on its way; `content` is a form or JSON, and written when it is sent. */
export type Delivery = {
  query: Record<string, string>
  headers: Record<string, string>
  isForm: boolean
  content: Json
}

/** What both sides know. */
export type Shared = {
  /** The address as it is registered. */
  url: string
  secret: string | undefined
  key: SigningKey | undefined
  /** `config`, `registration`, `auth_config` and `account`. */
  values: Json
}

export type Signed = { url: string; headers: Record<string, string>; body: string }

type Signature = NonNullable<TriggerWebhook['signature']>
type Of<Kind extends Signature['kind']> = Extract<Signature, { kind: Kind }>
type WithContent = Of<'hmac' | 'ed25519' | 'ecdsa' | 'rsa'>

/** Signs an event as the recipe says that the provider does. It shares no code with the verifier. */
export const signDelivery = (
  signature: Signature | undefined,
  given: Delivery,
  shared: Shared,
  at: Date,
): Signed => {
  const delivery = structuredClone(given)
  if (!signature) return write(delivery, shared)
  if (signature.kind === 'token') {
    const { basic_user: user } = signature
    const secret = shared.secret ?? ''
    const credential =
      user === undefined ? secret : Buffer.from(`${user}:${secret}`).toString('base64')
    place(delivery, signature, signature.prefix + credential)
    return write(delivery, shared)
  }
  if (signature.kind === 'jwt') {
    const { body } = write(delivery, shared)
    place(delivery, signature, signature.prefix + jwt(signature, shared, at, body))
    return write(delivery, shared)
  }
  return signContent(signature, delivery, shared, at)
}

const signContent = (
  signature: WithContent,
  delivery: Delivery,
  shared: Shared,
  at: Date,
): Signed => {
  const { timestamp, body_digest: digest, signed, format, prefix } = signature
  const time = timestamp ? toTime(at, timestamp.format) : ''
  if (timestamp && timestamp.in !== 'pairs')
    place(delivery, { in: timestamp.in, name: timestamp.name }, time)
  if (signature.kind === 'rsa' && signature.certificate)
    place(delivery, signature.certificate, shared.key?.address ?? '')
  for (const [, name = ''] of signed.matchAll(/\{header\.([^{}]+)\}/g))
    delivery.headers[name.toLowerCase()] ??=
      name.toLowerCase() === 'host' ? new URL(shared.url).host : `value-of-${name}`
  const { body } = write(delivery, shared)
  if (digest)
    place(delivery, digest, createHash(digest.algorithm).update(body).digest(digest.encoding))
  const ready = write(delivery, shared)
  const made = signText(signature, toText(signature, delivery, ready, { shared, time }), shared)
  const pair = timestamp?.in === 'pairs' ? `${timestamp.name}=${time},` : ''
  const [header = ''] = [signature.header].flat()
  ready.headers[header.toLowerCase()] =
    format === 'pairs' ? `${pair}${prefix}=${made}` : `${prefix}${made}`
  return ready
}

const toText = (
  { signed }: WithContent,
  { headers, isForm, content }: Delivery,
  { url, body }: Signed,
  { shared, time }: { shared: Shared; time: string },
): string => {
  const fields = Object.entries(content)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}${String(value)}`)
  return fill(
    signed.replaceAll(
      /\{header\.([^{}]+)\}/g,
      (_, name: string) => headers[name.toLowerCase()] ?? '',
    ),
    {
      ...shared.values,
      body,
      body_sha256: createHash('sha256').update(body).digest('hex'),
      body_crc32: String(crc32(body)),
      form_sorted: isForm ? fields.join('') : '',
      timestamp: time,
      url: shared.url,
      query: new URL(url).search,
      method: 'POST',
    },
  )
}

const signText = (signature: WithContent, text: string, { secret, key }: Shared): string => {
  switch (signature.kind) {
    case 'hmac':
      return createHmac(signature.algorithm, secretBytes(signature, secret))
        .update(text)
        .digest(signature.encoding)
    case 'ed25519':
      return signBytes(null, Buffer.from(text), privateKey(key)).toString(signature.encoding)
    case 'ecdsa':
      return signBytes(signature.algorithm, Buffer.from(text), {
        key: privateKey(key),
        dsaEncoding: signature.structure === 'der' ? 'der' : 'ieee-p1363',
      }).toString(signature.encoding)
    case 'rsa':
      return signBytes(signature.algorithm, Buffer.from(text), {
        key: privateKey(key),
        ...(signature.padding === 'pss' && pss),
      }).toString(signature.encoding)
    default:
      return signature satisfies never
  }
}

const pss = {
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
}

const privateKey = (key: SigningKey | undefined): KeyObject => {
  if (!key) throw new Error('The provider has no key for this trigger type')
  return key.privateKey
}

const secretBytes = (
  {
    secret_encoding: encoding,
    secret_prefix: prefix,
  }: Pick<Of<'hmac'>, 'secret_encoding' | 'secret_prefix'>,
  secret = '',
): Buffer =>
  Buffer.from(
    prefix !== '' && secret.startsWith(prefix) ? secret.slice(prefix.length) : secret,
    encoding === 'text' ? 'utf8' : encoding,
  )

const jwt = (signature: Of<'jwt'>, shared: Shared, at: Date, body: string): string => {
  const [algorithm = 'HS256'] = signature.algorithms
  const seconds = Math.floor(at.getTime() / 1000)
  const values = { ...shared.values, url: shared.url }
  const first = (texts: string | string[] | undefined) =>
    texts === undefined ? undefined : fill([texts].flat()[0] ?? '', values)
  const digest = signature.body_digest
  const claims = {
    iss: first(signature.issuer),
    aud: first(signature.audience),
    iat: seconds,
    exp: seconds + 60,
    ...Object.fromEntries(
      Object.entries(signature.claims ?? {}).map(([name, text]) => [name, fill(text, values)]),
    ),
    ...(digest && {
      [digest.claim]: createHash(digest.algorithm).update(body).digest(digest.encoding),
    }),
  }
  const content = [{ alg: algorithm, typ: 'JWT', kid: 'fake-key' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const bits = `sha${algorithm.slice(2)}`
  const made = algorithm.startsWith('HS')
    ? createHmac(bits, secretBytes(signature, shared.secret)).update(content).digest()
    : signBytes(algorithm === 'EdDSA' ? null : bits, Buffer.from(content), {
        key: privateKey(shared.key),
        dsaEncoding: 'ieee-p1363',
        ...(algorithm.startsWith('PS') && pss),
      })
  return `${content}.${made.toString('base64url')}`
}

type Place = { in: 'header' | 'query' | 'body'; name: string }

/** Puts a value into a place of a delivery. */
export const place = (delivery: Delivery, { in: where, name }: Place, value: string): void => {
  if (where === 'header') delivery.headers[name.toLowerCase()] = value
  else if (where === 'query') delivery.query[name] = value
  else put(delivery.content, name, value)
}

const write = ({ query, headers, isForm, content }: Delivery, { url }: Shared): Signed => {
  const address = new URL(url)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return {
    url: address.href,
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...headers,
    },
    body: isForm
      ? new URLSearchParams(content as Record<string, string>).toString()
      : JSON.stringify(content),
  }
}

const toTime = (at: Date, format: 'seconds' | 'milliseconds' | 'date'): string =>
  format === 'date'
    ? at.toISOString()
    : String(format === 'seconds' ? Math.floor(at.getTime() / 1000) : at.getTime())
