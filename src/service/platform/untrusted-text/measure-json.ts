/**
 * The nesting depth and approximate number of values of a JSON text, measured without parsing.
 *
 * Invalid JSON gets some result too; the parser rejects it afterwards.
 */
export const measureJson = (text: string): { depth: number; values: number } => {
  let values = 1
  let open = 0
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index)
        break
      case comma:
        values += 1
        break
      case openingBracket:
      case openingBrace:
        values += 1
        open += 1
        depth = Math.max(depth, open)
        break
      case closingBracket:
      case closingBrace:
        open -= 1
    }
  }
  return { depth, values }
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const [openingBracket, closingBracket] = [0x5b, 0x5d]
const [openingBrace, closingBrace] = [0x7b, 0x7d]

/** The index of the quote that closes the string, or of the last character. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end
  }
  return text.length
}

const isEscaped = (text: string, index: number): boolean => {
  let backslashes = 0
  while (text.charCodeAt(index - 1 - backslashes) === backslash) backslashes += 1
  return backslashes % 2 === 1
}
