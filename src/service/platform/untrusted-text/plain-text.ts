/**
 * Control and format characters, lone surrogates, private use characters, and the variation
 * selectors that can hide text; line breaks and tabs are kept.
 */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{E0100}-\u{E01EF}]/gu

/** Most texts are ASCII, which is recognized several times faster. */
const isPlainAscii = (text: string): boolean => /^[\t\n\x20-\x7e]*$/.test(text)

/** Reduces untrusted text to what a person would see, at most `maximum` characters. */
export const plainText = (text: string, maximum: number): string => {
  const read = text.slice(0, maximum * 4)
  const visible = (isPlainAscii(read) ? read : read.replaceAll(hidden, '')).trim()
  if (visible.length <= maximum) return visible
  return `${visible
    .slice(0, maximum - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}…`
}

/** Marks and joiners of legitimate texts: byte order marks, emoji, Persian and Hindi. */
const harmless = /[\r\uFEFF\u00AD\u200C\u200D]/g

/** Whether a text holds characters that are invisible to people and readable by models. */
export const hasHiddenCharacters = (text: string): boolean =>
  !isPlainAscii(text) && text.replaceAll(harmless, '').search(hidden) !== -1
