/**
 * Returns the same text for equal JSON values, whatever the order of their keys. Values that JSON
 * omits are omitted here too.
 */
export const canonicalJson = (value: unknown): string => [...canonicalParts(value)].join('')

/** The same text in parts of bounded length, for values that may be large. */
export const canonicalParts = (value: unknown): Generator<string> =>
  jsonParts(value, { areKeysSorted: true })

/** A caller that yields between parts of this length holds the event loop for a millisecond. */
const partCharacters = 64 * 1024

/** An object or array, and how many of its members are written. */
type Open = {
  branch: Record<string, unknown> | unknown[]
  keys: string[] | undefined
  next: number
}

/**
 * What `JSON.stringify` makes of a JSON value, in parts of bounded length.
 *
 * @example
 * for (const part of jsonParts(document)) hash.update(part)
 */
export const jsonParts = function* (
  value: unknown,
  { areKeysSorted = false } = {},
): Generator<string> {
  const open: Open[] = []
  let current = value
  let text = ''
  for (;;) {
    if (typeof current === 'object' && current !== null) {
      const branch = current as Open['branch']
      text += Array.isArray(branch) ? '[' : '{'
      open.push({ branch, keys: keysOf(branch, areKeysSorted), next: 0 })
    } else if (typeof current === 'string' && current.length > partCharacters) {
      yield `${text}"`
      for (const slice of slicesOf(current)) yield JSON.stringify(slice).slice(1, -1)
      text = '"'
    } else text += JSON.stringify(current) ?? 'null'
    if (text.length >= partCharacters) {
      yield text
      text = ''
    }
    let around = open.at(-1)
    for (; around && isWritten(around); around = open.at(-1)) {
      text += around.keys ? '}' : ']'
      open.pop()
    }
    if (!around) break
    if (around.next > 0) text += ','
    const key = around.keys?.[around.next] ?? around.next
    if (typeof key === 'string') text += `${JSON.stringify(key)}:`
    current = (around.branch as Record<string | number, unknown>)[key]
    around.next += 1
  }
  yield text
}

const keysOf = (branch: Open['branch'], areSorted: boolean): string[] | undefined => {
  if (Array.isArray(branch)) return undefined
  const keys = Object.keys(branch).filter((key) => branch[key] !== undefined)
  return areSorted ? keys.sort() : keys
}

const isWritten = ({ branch, keys, next }: Open): boolean =>
  next === (keys ?? (branch as unknown[])).length

/** Of a long text; no slice ends within a surrogate pair. */
const slicesOf = function* (text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = start + partCharacters
    const next = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end
    yield text.slice(start, next)
    start = next
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
