/** Words that requests are full of and that tell no tool from another. */
const chatter = new Set(
  'a an and are as at be by can could do for from have how i in is it me my need of on or our please some that the their them then there these this to us want we what which will with would you your'.split(' '),
)

/** Splits text into comparable words: at everything that is no letter or digit, at `camelCase`, and without endings of number and tense. */
export const toWords = (text: string): string[] =>
  text
    .slice(0, 20_000)
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !chatter.has(word))
    .map(toStem)

const toStem = (word: string): string => {
  if (word.length <= 3) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  if (word.endsWith('ing') && word.length > 5) return word.slice(0, -3)
  if (word.endsWith('ed') && word.length > 4) return word.slice(0, -2)
  return word
}
