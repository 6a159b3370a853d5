import type { Issue } from './compiler/check.ts'
import { cleanText } from './compiler/json-value.ts'
import { suggestWords } from './suggest-words.ts'

/** The message of an issue, with what was probably meant. */
export const explainIssue = ({ path, keyword, message, mismatch, known }: Issue): string => {
  if (mismatch && keyword !== 'type') {
    // Texts only: `got` is quoted, as the options are.
    const words = mismatch.got.startsWith('"') ? suggestWords(mismatch.got, mismatch.expected) : []
    return words.length === 0 ? message : `${message}; did you mean ${listWords(words)}?`
  }
  const name = path.at(-1)
  if (!known || typeof name !== 'string') return message
  const words = suggestWords(name, known).map((word) => `\`${cleanText(word.slice(0, 64))}\``)
  if (words.length === 0) return message
  return keyword === 'required'
    ? `${message}; is it what you wrote as ${listWords(words)}?`
    : `${message.replace(/;.*$/s, '')}; did you mean ${listWords(words)}?`
}

const listWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
