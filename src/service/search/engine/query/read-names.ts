import { splitWords } from '../words/split-words.ts'

/** Longer texts are data. */
const longestText = 2000

/** The words of a text, as indexed, that it writes with a capital, but for the start of a sentence. */
export const readNames = (text: string): ReadonlySet<string> => {
  const capital = new Set<string>()
  const others = new Set<string>()
  let isStart = true
  for (const [token] of text.slice(0, longestText).matchAll(/[\p{L}\p{N}'’-]+|[.!?:\n]/gu)) {
    const words = !isStart && /^\p{Lu}/u.test(token) ? capital : others
    for (const word of splitWords(token)) words.add(word)
    isStart = /^[.!?:\n]/.test(token)
  }
  return new Set([...capital].filter((word) => !others.has(word)))
}
