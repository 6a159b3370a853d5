const mostWords = 60
/** English texts need 1.0 to 1.4 pieces a word; other languages 1.6 and more. */
const mostPiecesPerWord = 1.5

/**
 * Whether a text is in the language of a model: a model's vocabulary has the common words of its
 * language whole, and those of others in pieces. Of texts that it does not know, a model returns
 * vectors that mean nothing.
 *
 * @param countPieces how many entries of the model's vocabulary a word takes
 */
export const knowsText = (text: string, countPieces: (word: string) => number): boolean => {
  const words = (text.match(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu) ?? []).slice(0, mostWords)
  if (words.length === 0 || words.some((word) => !/^[\p{Script=Latin}\p{M}\p{N}'’]+$/u.test(word)))
    return false
  const pieces = words.reduce((sum, word) => sum + countPieces(word.toLowerCase()), 0)
  return pieces <= words.length * mostPiecesPerWord
}
