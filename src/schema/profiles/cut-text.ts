const mark = '… [cut]'

/** Truncates a text to this length, with a mark at the end. */
export const cutText = (text: string, length: number): string => {
  if (text.length <= length) return text
  // Never splits a surrogate pair.
  return `${text.slice(0, length - mark.length).replace(/[\uD800-\uDBFF]$/, '')}${mark}`
}
