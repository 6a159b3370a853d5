import { toStem } from './stem.ts'

/** No word of a language is longer; what is comes from machines and finds nothing. */
const longestWord = 40

/**
 * Splits text into comparable words: at everything that is no letter or digit, at `camelCase`,
 * between letters and digits; without accents and without endings. Scripts that write no blanks
 * become pairs of characters.
 */
export const splitWords = (text: string): string[] => {
  const words: string[] = []
  for (const [token] of text.normalize('NFKC').matchAll(/[\p{L}\p{M}\p{N}]+/gu))
    addWordsOf(token, words)
  return words
}

const addWordsOf = (token: string, words: string[]): void => {
  const parts =
    token.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}\p{Lo}\p{Lm}]+|\p{N}+|\p{L}/gu) ?? []
  for (const part of parts) {
    if (unspaced.test(part)) words.push(...toPairs(part))
    else if (part.length <= longestWord) words.push(toStem(part))
  }
  // `GitHub` is also "github", and `s3` is more than its parts.
  if (parts.length === 2 && token.length <= longestWord) words.push(toStem(token))
}

/** Han, kana, Hangul, Thai, Lao, Khmer and Burmese. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const toPairs = (text: string): string[] => {
  const characters = [...text]
  if (characters.length < 3) return [text]
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}
