/** The characters that a name may have; the maximum length is 64 everywhere. */
export type NameRule = {
  /** A valid character: at least letters, digits and `_`. */
  character: RegExp
  /** A valid first character. */
  first: RegExp
  /** Separator before the digest of a shortened name. */
  separator: '-' | '_'
}

export type NameCode = {
  encode: (name: string) => string
  /**
   * Returns the encoded text; undefined for a shortened name, which requires a table, and for names
   * that `encode` never returns.
   */
  decode: (encoded: string) => string | undefined
}

/**
 * Maps any text to a valid name, and different texts to different names.
 *
 * A valid name is unchanged. Every other character becomes `_x`, its code point in hex and `_`:
 * `a.b` becomes `a_x2e_b`. To keep this reversible, an underscore before text such as `x2e` is
 * escaped in the same way. Names that are then too long end in a 64-bit digest of the whole text,
 * as does a valid name that merely looks like that.
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

/** The valid characters of the beginning, to keep it recognizable, and the digest. */
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
 * 64-bit FNV-1a over code units: synchronous on every platform; a name must be different, not
 * secret.
 */
const digest = (text: string): string => {
  let hash = 0xcbf29ce484222325n
  for (let at = 0; at < text.length; at++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}
