/** A tag or a comment, and the index after it. */
type Tag = { name: string; isEnd: boolean; end: number }

/** Reads the tag at an index as HTML does; undefined where `<` is plain text. */
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

/** An unclosed comment extends to the end, as in a browser. */
const readComment = (text: string, at: number): Tag => {
  endOfComment.lastIndex = at + 2
  const close = endOfComment.exec(text)
  return { name: '!--', isEnd: false, end: close ? endOfComment.lastIndex : text.length }
}

const endOfComment = /--!?>/g

/**
 * Longer tags count as text: without a bound, each of many unclosed tags would be scanned to the
 * end.
 */
const longestTag = 2000

/** A `>` in quotes is part of an attribute value. */
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
