/** A tag or a comment, and where what comes behind it begins. */
export type Tag = { name: string; isEnd: boolean; end: number }

/** The tag that begins here, as HTML reads it; undefined where `<` is only a character. */
export const readTag = (text: string, at: number): Tag | undefined => {
  if (text.startsWith('<!--', at)) return readComment(text, at)
  const isEnd = text[at + 1] === '/'
  nameOfTag.lastIndex = at + (isEnd ? 2 : 1)
  const name = nameOfTag.exec(text)?.[0].toLowerCase()
  if (name === undefined) return undefined
  const end = endOfTag(text, nameOfTag.lastIndex)
  return end === undefined ? undefined : { name, isEnd, end }
}

const nameOfTag = /(?:[A-Za-z][A-Za-z\d]*|!doctype)(?=[\s/>])/iy

/** A comment that nobody closes goes on to the end, as in a browser. */
const readComment = (text: string, at: number): Tag => {
  endOfComment.lastIndex = at + 2
  const close = endOfComment.exec(text)
  return { name: '!--', isEnd: false, end: close ? endOfComment.lastIndex : text.length }
}

const endOfComment = /--!?>/g

/**
 * Longer tags are none: without a bound, each of many open ones would be read to the end of the
 * text.
 */
const longestTag = 2000

/** A `>` in quotes belongs to a value. */
const endOfTag = (text: string, from: number): number | undefined => {
  let quote = ''
  for (let at = from; at < Math.min(text.length, from + longestTag); at += 1) {
    const character = text[at] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '>') return at + 1
    else if ((character === '"' || character === "'") && /=\s*$/.test(text.slice(at - 3, at)))
      quote = character
  }
  return undefined
}
