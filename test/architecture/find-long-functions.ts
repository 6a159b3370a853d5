import { isNode, walkSyntax, type SyntaxNode } from './walk-syntax.ts'

type LongFunction = { path: string; name: string; lines: number }

/**
 * The functions of a file with more lines of their own than allowed. Lines of the functions inside
 * do not count: a function that only returns others is read like a class, one method at a time.
 */
export const findLongFunctions = (
  path: string,
  text: string,
  maximumLines: number,
): LongFunction[] => {
  const lineAt = toLines(text)
  const functions = walkSyntax(text, path).flatMap((node) => {
    const range = rangeOf(node)
    return range ? [{ from: lineAt(range.start), to: lineAt(range.end), ...range }] : []
  })
  return functions.flatMap(({ from, to, start, end }) => {
    if (to - from < maximumLines) return []
    const inner = new Set<number>()
    for (const other of functions) {
      if (other.start <= start || other.end > end) continue
      for (let line = other.from + 1; line <= other.to; line += 1) inner.add(line)
    }
    const lines = to - from + 1 - inner.size
    return lines > maximumLines ? [{ path, name: nameBefore(text, start), lines }] : []
  })
}

const rangeOf = (node: SyntaxNode): { start: number; end: number } | undefined => {
  const { type, start, end, body } = node
  return /Function/.test(type) &&
    isNode(body) &&
    typeof start === 'number' &&
    typeof end === 'number'
    ? { start, end }
    : undefined
}

/** Line numbers of positions. */
const toLines = (text: string) => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (position: number): number => {
    const next = starts.findIndex((start) => start > position)
    return next === -1 ? starts.length : next
  }
}

/** The constant, property or method that a function is the value of. */
const nameBefore = (text: string, start: number): string =>
  /([\w$]+)(?::[^=\n]*)?\s*[:=]\s*(?:async\s*)?$/.exec(text.slice(0, start))?.[1] ?? 'anonymous'
