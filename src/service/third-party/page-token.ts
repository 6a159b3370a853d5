/**
 * Matches the token of a page on which a person connects an account, approves a call, looks after
 * connections or signs in to the console, in any spelling that browsers, Markdown and HTML resolve to
 * the token.
 *
 * Every alternative begins with a different character, so a search takes time in proportion to the
 * text.
 */
export const pageToken = (): RegExp =>
  new RegExp(`${before}(?:${connect}|${approve}|${connections}|${signIn})`, 'g')

/** The end of a longer word is no token; a preceding encoded slash is not part of a word. */
const before = '(?:(?<![0-9A-Za-z])|(?<=%[0-9A-Fa-f]{2}))'

/** Browsers remove these from addresses. */
const ignored = '[\\t\\n\\r]*'

/** Percent-encoded once or several times, or a decimal or hexadecimal character reference. */
const encoded = (percent: string, decimal: string, hexadecimal: string): string =>
  `%(?:25)*(?:${percent})|&#0*(?:${decimal})(?:;|(?!\\d))` +
  `|&#[xX]0*(?:${hexadecimal})(?:;|(?![0-9A-Fa-f]))`

const letter = (plain: string): string => {
  const code = plain.charCodeAt(0)
  const hexadecimal = code
    .toString(16)
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  return `(?:${plain}|${encoded(hexadecimal, String(code), hexadecimal)})`
}

const underscore = `(?:_|&lowbar;|&UnderBar;|${encoded('5[fF]', '95', '5[fF]')})`

const letterOrDigit = `(?:[0-9A-Za-z]|${encoded('[3-7][0-9A-Fa-f]', '\\d{2,3}', '[3-7][0-9A-Fa-f]')})`

const token = (prefix: string, length: number): string =>
  [...[...prefix].map(letter), `${underscore}(?:${ignored}${letterOrDigit}){${length}}`].join(
    ignored,
  )

const connect = token('lk', 22)
const approve = token('al', 27)
const connections = token('pbt', 27)
const signIn = token('cl', 27)
