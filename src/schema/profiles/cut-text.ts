const mark = '… [cut]'

/** The text, at most this long; what was cut off leaves a mark. */
export const cutText = (text: string, length: number): string => {
  if (text.length <= length) return text
  // Never half of a character outside the basic plane.
  return `${text.slice(0, length - mark.length).replace(/[\uD800-\uDBFF]$/, '')}${mark}`
}
