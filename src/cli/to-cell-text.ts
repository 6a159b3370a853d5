import { stripVTControlCharacters } from 'node:util'

/**
 * A text of whoever wrote it as one line of a terminal: without escape sequences, control
 * characters and the marks that reverse the direction of writing.
 */
export const toCellText = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()

const combining = /\p{M}/u
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60]/u

/** How many columns of a terminal a text takes. */
export const widthOf = (text: string): number => {
  // Nearly every text.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text)
    width += combining.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}
