/** What names a place accepts; at most 64 characters everywhere. */
export type NameRule = {
  /** One fitting character: letters, digits and `_` at least. */
  character: RegExp
  /** A fitting first character. */
  first: RegExp
  /** Stands before the digest of a shortened name. */
  separator: '-' | '_'
}

export type NameCode = {
  encode: (name: string) => string
  /**
   * What was encoded; undefined for a shortened name, which only a table can lead back, and for
   * what `encode` never gives.
   */
  decode: (encoded: string) => string | undefined
}

/**
 * Maps any text to a fitting name, different texts to different names.
 *
 * A name that fits stays as it is. Each other character becomes `_x` and its code point in hex and
 * `_`: `a.b` is `a_x2e_b`. So that this can be read back, an underscore before something like `x2e`
 * is written in the same way. What is then too long ends in a 64-bit digest of all of it; so does a
 * fitting name that merely looks like that.
 */
export const createNameCode = (rule: NameRule): NameCode => {
  const digested = new RegExp(`${rule.separator}[0-9a-f]{16}$`)
  const encode = (name: string): string => {
    const escaped = name.length > nameLimit ? '' : escape(rule, name)
    return escaped !== '' && escaped.length <= nameLimit && !digested.test(escaped)
      ? escaped
      : shorten(rule, name)
  }
  const decode = (encoded: string): string | undefined => {
    if (digested.test(encoded)) return undefined
    const name = encoded.replace(escapes, characterOf)
    return encode(name) === encoded ? name : undefined
  }
  return { encode, decode }
}

export const nameLimit = 64

const escapes = /_x([0-9a-f]{2,6})_/g
const startOfEscape = /^_x[0-9a-f]{2}/

const characterOf = (written: string, hex: string): string => {
  const code = Number.parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : written
}

const escape = (rule: NameRule, name: string): string => {
  let at = 0
  let escaped = ''
  for (const character of name) {
    const fits =
      (at === 0 ? rule.first : rule.character).test(character) &&
      !startOfEscape.test(name.slice(at, at + 4))
    escaped += fits
      ? character
      : `_x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}_`
    at += character.length
  }
  return escaped
}

/** The fitting characters of the beginning, so that it can still be recognized, and the digest. */
const shorten = (rule: NameRule, name: string): string => {
  const readable = Array.from(name.slice(0, nameLimit), (character) =>
    rule.character.test(character) ? character : '_',
  ).join('')
  return (
    (rule.first.test(readable) ? readable : `_${readable}`).slice(0, nameLimit - 17) +
    rule.separator +
    digest(name)
  )
}

/**
 * 64-bit FNV-1a over code units: synchronous everywhere, and a name needs to be different, not
 * secret.
 */
const digest = (text: string): string => {
  let hash = 0xcbf29ce484222325n
  for (let at = 0; at < text.length; at++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}
