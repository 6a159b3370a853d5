/** How deep lists and objects lie in each other in a JSON text: what reads the values later may take a step of the stack for each level. */
export const nestingOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) index = endOfString(text, index)
    else if (code === openBrace || code === openBracket) deepest = Math.max(deepest, (depth += 1))
    else if (code === closeBrace || code === closeBracket) depth -= 1
  }
  return deepest
}

const endOfString = (text: string, start: number): number => {
  let index = start + 1
  while (index < text.length && text.charCodeAt(index) !== quote) index += text.charCodeAt(index) === backslash ? 2 : 1
  return index
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
