import { mapTexts } from '../untrusted-text/map-texts.ts'
import { spellingsOf } from './spellings-of.ts'

/** Removes secrets from responses of third parties and from stored records. */
export type Redactor = {
  text(text: string): string
  /** Redacts every text of a JSON value; field names only for long secrets. */
  json<Value>(value: Value): Value
  /** Redacts content of any kind, such as a file from a third party. */
  bytes(bytes: Uint8Array): Uint8Array
}

const hidden = '[redacted]'

/**
 * Shorter secrets may be ordinary words, so they are redacted only where they are the whole text.
 */
const minimumLength = 8

/**
 * Creates a redactor for secrets in every spelling: literal, JSON, URL-encoded and base64.
 *
 * @example
 * createRedactor(['key-0123456789']).text('You sent key-0123456789') // 'You sent [redacted]'
 */
export const createRedactor = (secrets: readonly string[]): Redactor => {
  const short = new Set(secrets.filter(({ length }) => length > 0 && length < minimumLength))
  const long = secrets.filter(({ length }) => length >= minimumLength)
  const inText = toPattern(long.flatMap(spellingsOf))
  const inBytes = toPattern(long.flatMap(spellingsOf).map(toLatin1))
  const withoutLong = (given: string): string => (inText ? given.replaceAll(inText, hidden) : given)
  const text = (given: string): string => (isShort(short, given) ? hidden : withoutLong(given))
  return {
    text,
    json: (value) => (secrets.length === 0 ? value : mapTexts(value, text, withoutLong)),
    bytes: (bytes) => (inBytes === undefined ? bytes : redactBytes(bytes, inBytes)),
  }
}

/** The secret as a header value. */
const scheme = /^(?:basic|bearer|token|oauth|jwt|digest|(?:api-?)?key) +/i

/** The whole text, or the part after an auth scheme: `Bearer abc`. */
const isShort = (short: ReadonlySet<string>, text: string): boolean =>
  short.size > 0 && text.length < 50 && (short.has(text) || short.has(text.replace(scheme, '')))

/** Longest first, since one spelling may be a prefix of another. */
const toPattern = (spellings: readonly string[]): RegExp | undefined => {
  const longestFirst = [...new Set(spellings)].toSorted((one, other) => other.length - one.length)
  if (longestFirst.length === 0) return undefined
  return new RegExp(longestFirst.map(escape).join('|'), 'g')
}

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const toLatin1 = (text: string): string => Buffer.from(text).toString('latin1')

/** Latin-1 maps each byte to one character, so all other bytes are preserved. */
const redactBytes = (bytes: Uint8Array, pattern: RegExp): Uint8Array => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const redacted = text.replaceAll(pattern, hidden)
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1')
}
