import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml'

/** A place in a text; both count from 1. */
export type Position = { line: number; column: number }

/**
 * Where the values at these paths stand in a YAML or JSON text. A path joins keys and indexes by
 * dots, such as `tools.0.slug`; keys may contain dots themselves.
 *
 * Of a value that is not there, the position of the nearest one that encloses it; null: only the
 * whole text does.
 */
export const locatePaths = (text: string, paths: readonly string[]): (Position | null)[] => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent' })
  return paths.map((path) => {
    const offset = findOffset(document, path)
    if (offset === undefined) return null
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  })
}

/** Of an entry of a map, its key; of an item of a list, the item. */
const findOffset = (document: Document.Parsed, path: string): number | undefined => {
  let node: unknown = document.contents
  let found: number | undefined
  let left = path
  while (left !== '') {
    const entry = findEntry(isAlias(node) ? node.resolve(document) : node, left)
    if (!entry) return found
    found = offsetOf(entry.place) ?? found
    node = entry.value
    left = left.slice(entry.key.length + 1)
  }
  return found
}

type Entry = { key: string; place: unknown; value: unknown }

/** The entry with the longest key that begins the path. */
const findEntry = (node: unknown, path: string): Entry | undefined => {
  if (isSeq(node)) {
    const [key = ''] = path.split('.', 1)
    const item = /^\d{1,9}$/.test(key) ? node.items[Number(key)] : undefined
    return item === undefined ? undefined : { key, place: item, value: item }
  }
  if (!isMap(node)) return undefined
  return node.items
    .map(({ key, value }) => ({ key: String(isScalar(key) ? key.value : key), place: key, value }))
    .filter(({ key }) => key !== '' && (path === key || path.startsWith(`${key}.`)))
    .toSorted((one, other) => other.key.length - one.key.length)[0]
}

const offsetOf = (node: unknown): number | undefined => {
  if (typeof node !== 'object' || node === null || !('range' in node)) return undefined
  const { range } = node
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined
}
