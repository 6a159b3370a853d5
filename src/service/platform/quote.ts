/**
 * Quotes text of a third party within a sentence of the service: data on one line, not an
 * instruction.
 */
export const quote = (text: string, longest = 100): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return JSON.stringify(
    line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`,
  )
}
