/** RFC 3986: everything but unreserved characters is encoded. A lone surrogate becomes U+FFFD. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * `allowReserved` in a query: reserved characters and `%41` are kept, as in RFC 6570's `{+value}`.
 *
 * Still encoded: `#`, `[` and `]`, which a query cannot contain, and `&` and `+`, which would end
 * the value or be read as a space.
 */
export const percentEncodeReserved = (text: string): string =>
  percentEncodeExcept(/(%[0-9A-Fa-f]{2}|[:/?@!$'()*,;=])/, text)

/** Encodes everything except the matches of the pattern, which has one capturing group. */
export const percentEncodeExcept = (kept: RegExp, text: string): string =>
  text
    .split(kept)
    .map((part, index) => (index % 2 === 1 ? part : percentEncode(part)))
    .join('')
