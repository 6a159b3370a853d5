/**
 * What a third party wrote, as a quotation within a sentence of our own: data, in one line, and no
 * instruction.
 */
export const quote = (text: string, longest = 100): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return JSON.stringify(
    line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`,
  )
}
