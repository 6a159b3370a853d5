import type { PatternNode } from './pattern-node.ts'

/**
 * Parses a regular expression that the platform has already accepted. Undefined for constructs that
 * do not occur in practice: groups nested a hundred deep, octal numbers, `(?i:…)`.
 */
export const parsePattern = (source: string, unicode: boolean): PatternNode | undefined => {
  const reader: Reader = { source, at: 0, depth: 0, unicode, groups: countGroups(source) }
  try {
    const tree = readChoice(reader)
    return reader.at === source.length ? tree : undefined
  } catch (error) {
    if (error instanceof UnknownSyntax) return undefined
    throw error
  }
}

class UnknownSyntax extends Error {}

type Reader = {
  readonly source: string
  readonly unicode: boolean
  /** The number of groups that can be referenced. */
  readonly groups: number
  at: number
  depth: number
}

const maximumDepth = 100

const countGroups = (source: string): number =>
  source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gs, '').match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0

const readChoice = (reader: Reader): PatternNode => {
  const options = [readSequence(reader)]
  while (take(reader, '|')) options.push(readSequence(reader))
  return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options }
}

const readSequence = (reader: Reader): PatternNode => {
  const parts: PatternNode[] = []
  while (reader.at < reader.source.length && !'|)'.includes(reader.source.charAt(reader.at)))
    parts.push(readRepeat(reader))
  return parts.length === 1 && parts[0] ? parts[0] : { kind: 'sequence', parts }
}

const readRepeat = (reader: Reader): PatternNode => {
  const body = readAtom(reader)
  const quantifier = takeMatch(reader, /[*+?]|\{(\d+)(,?)(\d*)\}/y)
  if (!quantifier) return body
  take(reader, '?') // the order of matches does not affect whether there is one
  const [text, least = '', comma, most] = quantifier
  if (text === '*') return { kind: 'repeat', body, least: 0, most: Infinity }
  if (text === '+') return { kind: 'repeat', body, least: 1, most: Infinity }
  if (text === '?') return { kind: 'repeat', body, least: 0, most: 1 }
  return {
    kind: 'repeat',
    body,
    least: Number(least),
    most: comma ? Number(most || Infinity) : Number(least),
  }
}

const readAtom = (reader: Reader): PatternNode => {
  const start = reader.at
  if (take(reader, '^')) return { kind: 'edge', at: 'start' }
  if (take(reader, '$')) return { kind: 'edge', at: 'end' }
  if (take(reader, '(')) return readGroup(reader)
  if (take(reader, '\\')) return readEscape(reader, start)
  if (takeMatch(reader, /\[(?:\\.|[^\]\\])*\]/sy)) return characterFrom(reader, start)
  reader.at += reader.unicode && (reader.source.codePointAt(start) ?? 0) > 0xffff ? 2 : 1
  return characterFrom(reader, start)
}

const readGroup = (reader: Reader): PatternNode => {
  const [prefix = ''] = takeMatch(reader, /\?(?:<?[=!]|:|<[^>]*>)/y) ?? []
  if (prefix === '' && reader.source[reader.at] === '?') throw new UnknownSyntax()
  reader.depth += 1
  if (reader.depth > maximumDepth) throw new UnknownSyntax()
  const body = readChoice(reader)
  reader.depth -= 1
  take(reader, ')')
  return /^\?<?[=!]$/.test(prefix)
    ? { kind: 'look', body, behind: prefix.includes('<'), negative: prefix.endsWith('!') }
    : body
}

const readEscape = (reader: Reader, start: number): PatternNode => {
  const { unicode } = reader
  if (take(reader, 'b')) return { kind: 'edge', at: 'word' }
  if (take(reader, 'B')) return { kind: 'edge', at: 'inside' }
  const number = takeMatch(reader, /[1-9]\d*/y)
  if (number && Number(number[0]) <= reader.groups) return { kind: 'backreference' }
  if (number) throw new UnknownSyntax() // an octal number, or digits
  if (reader.source[reader.at] === 'k' && /\(\?<(?![=!])/.test(reader.source)) {
    takeMatch(reader, /k<[^>]*>/y)
    return { kind: 'backreference' }
  }
  if (
    reader.source[reader.at] === 'c' &&
    !/c[a-z]/iy.test(reader.source.slice(reader.at, reader.at + 2))
  )
    throw new UnknownSyntax()
  const long = unicode
    ? /[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]/y
    : /u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|0[0-7]{0,2}/y
  if (!takeMatch(reader, long)) reader.at += 1
  return characterFrom(reader, start)
}

const characterFrom = ({ source, at }: Reader, start: number): PatternNode => ({
  kind: 'character',
  source: source.slice(start, at),
})

const take = (reader: Reader, character: string): boolean => {
  if (reader.source[reader.at] !== character) return false
  reader.at += 1
  return true
}

const takeMatch = (reader: Reader, expression: RegExp): RegExpExecArray | undefined => {
  expression.lastIndex = reader.at
  const match = expression.exec(reader.source)
  if (match) reader.at += match[0].length
  return match ?? undefined
}
