/** Control and format characters, surrogates that stand alone, private use, and the selectors that hide text within text; line breaks and tabs stay. */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{E0100}-\u{E01EF}]/gu

/** What a stranger wrote, as a person would see it, and not more of it than `maximum` characters. */
export const plainText = (text: string, maximum: number): string => {
  const visible = text.slice(0, maximum * 4).replaceAll(hidden, '').trim()
  return visible.length <= maximum ? visible : `${visible.slice(0, maximum - 1).trimEnd()}…`
}
