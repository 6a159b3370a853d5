/** A file system allows 255, and whoever stores the file may add to its name. */
const maximumBytes = 200

/**
 * The name of a file as somebody else gave it, without what is dangerous where it is stored or
 * shown: folders, leading dots, characters that Windows reserves, and those that are invisible or
 * change the direction of the text. A long name keeps its ending. Undefined if nothing is left.
 *
 * @example toFileName('../Größe\u202e.pdf') // 'Größe.pdf'
 */
export const toFileName = (given: string): string | undefined => {
  const [last = ''] = given.toWellFormed().split(/[/\\]/).slice(-1)
  const name = last
    .replaceAll(hidden, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  return withoutEnd(cut(withoutEnd(name))) || undefined
}

/** All but the joiners of emoji, Persian and Hindi. */
const hidden = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u{E0100}-\u{E01EF}]/gu

/** Windows drops dots and spaces there. */
const withoutEnd = (name: string): string => {
  let end = name.length
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

const cut = (name: string): string => {
  const ending = /\.[^. ]{1,16}$/.exec(name)?.[0].toWellFormed() ?? ''
  const stem = Buffer.from(name.slice(0, name.length - ending.length))
  const room = maximumBytes - Buffer.byteLength(ending)
  if (stem.byteLength <= room) return name
  // As a stream: a character that was cut is left out.
  return new TextDecoder().decode(stem.subarray(0, room), { stream: true }) + ending
}
