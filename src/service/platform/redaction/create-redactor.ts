import { mapTexts } from '../untrusted-text/map-texts.ts'
import { spellingsOf } from './spellings-of.ts'

/** Leaves secrets out of what third parties answer and of what is written down. */
export type Redactor = {
  text(text: string): string
  /** Every text of a JSON value; names of fields only where they hold a long secret. */
  json<Value>(value: Value): Value
  /** Content of any kind, such as a file that a third party answered. */
  bytes(bytes: Uint8Array): Uint8Array
}

const hidden = '[redacted]'

/** Shorter secrets are as likely to be ordinary words: they count only where they stand alone. */
const minimumLength = 8

/**
 * Makes a redactor of the texts of secrets, however these are spelled: as they are, in JSON, in
 * addresses, in base64.
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

/** As a header holds it. */
const scheme = /^(?:basic|bearer|token|oauth|jwt|digest|(?:api-?)?key) +/i

/** The whole text, or what stands behind the name of a scheme: `Bearer abc`. */
const isShort = (short: ReadonlySet<string>, text: string): boolean =>
  short.size > 0 && text.length < 50 && (short.has(text) || short.has(text.replace(scheme, '')))

/** The longest first: one spelling may begin with another. */
const toPattern = (spellings: readonly string[]): RegExp | undefined => {
  const longestFirst = [...new Set(spellings)].toSorted((one, other) => other.length - one.length)
  if (longestFirst.length === 0) return undefined
  return new RegExp(longestFirst.map(escape).join('|'), 'g')
}

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const toLatin1 = (text: string): string => Buffer.from(text).toString('latin1')

/** A text of one character a byte keeps every byte that is not part of a secret. */
const redactBytes = (bytes: Uint8Array, pattern: RegExp): Uint8Array => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const redacted = text.replaceAll(pattern, hidden)
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1')
}
