/**
 * A text that a regular expression of the usual kind matches: literals, classes, groups,
 * alternatives, quantifiers, anchors. What it can't read gives a text that may not match; the
 * caller checks.
 */
export const generateFromPattern = (pattern: string, random: () => number): string =>
  alternatives({ pattern, at: 0, random })

type Reader = { pattern: string; at: number; random: () => number }

const alternatives = (reader: Reader): string => {
  const texts = [sequence(reader)]
  while (reader.pattern[reader.at] === '|') {
    reader.at += 1
    texts.push(sequence(reader))
  }
  return texts[0] ?? ''
}

const sequence = (reader: Reader): string => {
  let text = ''
  while (reader.at < reader.pattern.length && !'|)'.includes(reader.pattern[reader.at] ?? ''))
    text += repeated(reader)
  return text
}

const repeated = (reader: Reader): string => {
  const start = reader.at
  const first = atom(reader)
  const end = reader.at
  const [least, most] = quantifier(reader)
  const after = reader.at
  const texts = most === 0 ? [] : [first]
  while (texts.length < Math.max(least, Math.min(most, 1))) {
    reader.at = start
    texts.push(atom(reader))
    if (reader.at !== end) break
  }
  reader.at = after
  return texts.join('')
}

const atom = (reader: Reader): string => {
  const character = reader.pattern[reader.at++] ?? ''
  switch (character) {
    case '^':
    case '$':
      return ''
    case '.':
      return pick(letters, reader)
    case '[':
      return characterClass(reader)
    case '(':
      return group(reader)
    case '\\':
      return escaped(reader.pattern[reader.at++] ?? '', reader)
    default:
      return character
  }
}

const group = (reader: Reader): string => {
  const prefix = /^\?(?:<?[=!]|:|<[^>]+>)/.exec(reader.pattern.slice(reader.at))?.[0] ?? ''
  reader.at += prefix.length
  const text = alternatives(reader)
  reader.at += 1
  return /[=!]$/.test(prefix) ? '' : text
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const digits = [...'0123456789']
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))

const sets: Record<string, string[]> = {
  d: digits,
  w: [...letters, ...digits, '_'],
  s: [' '],
  D: letters,
  W: ['-'],
  S: letters,
  t: ['\t'],
  n: ['\n'],
  b: [''],
}

const escaped = (character: string, reader: Reader): string =>
  pick(sets[character] ?? [character], reader)

const characterClass = (reader: Reader): string => {
  const isNegated = reader.pattern[reader.at] === '^'
  if (isNegated) reader.at += 1
  const members: string[] = []
  while (reader.at < reader.pattern.length && reader.pattern[reader.at] !== ']') {
    const from = classMember(reader)
    const isRange = reader.pattern[reader.at] === '-' && reader.pattern[reader.at + 1] !== ']'
    if (!isRange) {
      members.push(...from)
      continue
    }
    reader.at += 1
    const to = classMember(reader)
    members.push(
      ...printable.filter(
        (character) => character >= (from[0] ?? '') && character <= (to[0] ?? ''),
      ),
    )
  }
  reader.at += 1
  return pick(
    isNegated
      ? [...letters, ...digits].filter((character) => !members.includes(character))
      : members,
    reader,
  )
}

const classMember = (reader: Reader): string[] => {
  const character = reader.pattern[reader.at++] ?? ''
  if (character !== '\\') return [character]
  const name = reader.pattern[reader.at++] ?? ''
  return sets[name] ?? [name]
}

const quantifier = (reader: Reader): [least: number, most: number] => {
  const found = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(reader.pattern.slice(reader.at))?.[0]
  if (found === undefined) return [1, 1]
  reader.at += found.length
  switch (found[0]) {
    case '*':
      return [0, Infinity]
    case '+':
      return [1, Infinity]
    case '?':
      return [0, 1]
    default: {
      const [, least = '0', comma, most] = /\{(\d+)(,?)(\d*)/.exec(found) ?? []
      return [Number(least), comma === '' ? Number(least) : Number(most || Infinity)]
    }
  }
}

const pick = (from: string[], { random }: Reader): string =>
  from[Math.floor(random() * from.length)] ?? ''
