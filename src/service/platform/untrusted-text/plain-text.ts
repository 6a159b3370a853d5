/**
 * Control and format characters, surrogates that stand alone, private use, and the selectors that
 * hide text within text; line breaks and tabs stay.
 */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{E0100}-\u{E01EF}]/gu

/**
 * What a stranger wrote, as a person would see it, and not more of it than `maximum` characters.
 */
export const plainText = (text: string, maximum: number): string => {
  const visible = text
    .slice(0, maximum * 4)
    .replaceAll(hidden, '')
    .trim()
  if (visible.length <= maximum) return visible
  return `${visible
    .slice(0, maximum - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}…`
}

/** Marks and joiners that honest texts hold: of the byte order, in emoji, in Persian and Hindi. */
const harmless = /[\r\uFEFF\u00AD\u200C\u200D]/g

/** Whether a text holds what nobody sees and a model reads. */
export const holdsHidden = (text: string): boolean =>
  text.replaceAll(harmless, '').search(hidden) !== -1
