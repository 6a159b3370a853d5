import { createHmac } from 'node:crypto'
import type { HmacSignature, HookSignature } from '../../../contract/import-trigger-webhook.ts'
import { safeEqual } from '../../platform/secrets/index.ts'
import type { HookRequest } from './hook-request.ts'

type Known = { secret: string | undefined; url: string; now: Date }

/** Says what is wrong with the signature of a request; undefined when it is the provider's. */
export const signatureProblem = (
  signature: HookSignature,
  request: HookRequest,
  known: Known,
): string | undefined => {
  if (known.secret === undefined || known.secret === '')
    return 'The secret of the signature is not known yet'
  const header = request.headers[signature.header.toLowerCase()]
  if (header === undefined || header === '') return `The request has no header ${signature.header}`
  if (signature.kind === 'token')
    return safeEqual(header, signature.prefix + known.secret)
      ? undefined
      : `The header ${signature.header} does not hold the secret`
  return hmacProblem(signature, header, request, { ...known, secret: known.secret })
}

const hmacProblem = (
  signature: HmacSignature,
  header: string,
  request: HookRequest,
  { secret, url, now }: Known & { secret: string },
): string | undefined => {
  const timestamp = timestampOf(signature, header, request)
  if (signature.timestamp && !isRecent(timestamp, signature.tolerance_seconds, now))
    return 'The timestamp of the signature is missing, or too far off'
  const id =
    signature.id_header === undefined
      ? ''
      : (request.headers[signature.id_header.toLowerCase()] ?? '')
  if (signature.id_header !== undefined && id === '')
    return `The request has no header ${signature.id_header}`
  const [before = '', behind = ''] = signature.signed
    .split('{body}')
    .map((part) => fillSigned(part, { timestamp: timestamp ?? '', id, url }))
  const expected = createHmac(signature.algorithm, toKey(signature, secret))
    .update(before)
    .update(request.body)
    .update(behind)
    .digest(signature.encoding)
  const given = signaturesIn(signature, header).map((text) => normalize(signature, text))
  return given.some((text) => safeEqual(text, expected))
    ? undefined
    : 'The signature does not fit the content'
}

/** What stands in the header as a signature: one, or several while a secret is exchanged. */
const signaturesIn = ({ format, prefix }: HmacSignature, header: string): string[] => {
  switch (format) {
    case 'value':
      return header.startsWith(prefix) ? [header.slice(prefix.length)] : []
    case 'pairs':
      return pairsIn(header).flatMap(([name, value]) => (name === prefix ? [value] : []))
    case 'list':
      return header
        .split(' ')
        .flatMap((entry) => (entry.startsWith(prefix) ? [entry.slice(prefix.length)] : []))
    default:
      return format satisfies never
  }
}

/** Hexadecimal digits come in either letter case. */
const normalize = ({ encoding }: HmacSignature, text: string): string =>
  encoding === 'hex' ? text.toLowerCase() : text

const pairsIn = (header: string): [string, string][] =>
  header.split(',').map((pair) => {
    const [name = '', ...value] = pair.trim().split('=')
    return [name, value.join('=')]
  })

const timestampOf = (
  { timestamp }: HmacSignature,
  header: string,
  request: HookRequest,
): string | undefined => {
  if (!timestamp) return undefined
  return timestamp.in === 'header'
    ? request.headers[timestamp.name.toLowerCase()]
    : pairsIn(header).find(([name]) => name === timestamp.name)?.[1]
}

const isRecent = (timestamp: string | undefined, toleranceSeconds: number, now: Date): boolean =>
  timestamp !== undefined &&
  /^\d{1,12}$/.test(timestamp) &&
  Math.abs(now.getTime() / 1000 - Number(timestamp)) <= toleranceSeconds

const fillSigned = (text: string, values: Record<'timestamp' | 'id' | 'url', string>): string =>
  text
    .replaceAll('{timestamp}', () => values.timestamp)
    .replaceAll('{id}', () => values.id)
    .replaceAll('{url}', () => values.url)

const toKey = (
  { secret_encoding: encoding, secret_prefix: prefix }: HmacSignature,
  secret: string,
): Buffer => {
  const text = prefix !== '' && secret.startsWith(prefix) ? secret.slice(prefix.length) : secret
  return Buffer.from(text, encoding === 'text' ? 'utf8' : encoding)
}
