import { htmlToText } from '../platform/untrusted-text/index.ts'

const longest = 200
const longestRead = 4000

/** The first sentence of a description, for people, without markup. */
export const toHumanDescription = (description: string): string => {
  const text = withoutMarkup(description)
  const sentence =
    /^.*?(?<!\b(?:e\.g|i\.e|vs|cf|approx))[.!?](?=\s+\p{Lu}|\s*$)/u.exec(text)?.[0] ?? text
  return sentence.length <= longest
    ? sentence
    : `${sentence.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`
}

/** Strips the Markdown and HTML of API descriptions; the first paragraph in one line. */
const withoutMarkup = (text: string): string =>
  (firstParagraph(htmlToText(text.slice(0, longestRead))) ?? '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replaceAll(/`+/g, '')
    .replaceAll(/(?<![\w*])(\*{1,3}|_{1,3}|~~)(?=\S)([^*_~]+?)(?<=\S)\1(?!\w)/g, '$2')
    .replaceAll(/^\s*(?:#{1,6}|>|[-*+])\s+/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const firstParagraph = (text: string): string | undefined =>
  text.split(/\n\s*\n/).find((paragraph) => /\p{L}/u.test(paragraph))
