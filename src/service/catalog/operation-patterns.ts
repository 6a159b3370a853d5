/** What patterns are compared with. */
type OperationNames = {
  /** `METHOD /path`; of an MCP server the name of the tool. */
  key: string
  path: string
  operationId: string
  tags: readonly string[]
  slug: string
}

/**
 * Whether one of the patterns fits an operation.
 *
 * A pattern is compared, whatever the letter case, with each tag, the operationId, the path,
 * `METHOD /path` and the slug. With `*` (any characters) it must fit the whole; without, it may
 * also be the beginning up to a word's end: `issues` fits `issues/create`, `/repos` fits
 * `/repos/{owner}`, `DELETE` fits `DELETE /user`.
 */
export const fitsOperation = (
  patterns: readonly string[],
  { tags, operationId, path, key, slug }: OperationNames,
): boolean => {
  const subjects = [...tags, operationId, path, key, slug].map((subject) => subject.toLowerCase())
  return patterns.some((pattern) =>
    subjects.some((subject) => fits(pattern.toLowerCase(), subject)),
  )
}

/** Whether a pattern in lower case fits a subject in lower case. */
export const fits = (pattern: string, subject: string): boolean => {
  if (pattern.includes('*')) return fitsGlob(pattern.split('*'), subject)
  if (!subject.startsWith(pattern) || pattern === '') return false
  return (
    subject.length === pattern.length ||
    !/[a-z0-9]/.test(subject.charAt(pattern.length)) ||
    !/[a-z0-9]$/.test(pattern)
  )
}

/** Matched piece by piece: a caller's pattern could make a regular expression slow. */
const fitsGlob = (pieces: string[], subject: string): boolean => {
  const [first = '', ...rest] = pieces
  const last = rest.pop() ?? ''
  if (
    !subject.startsWith(first) ||
    !subject.endsWith(last) ||
    subject.length < first.length + last.length
  )
    return false
  let position = first.length
  for (const piece of rest) {
    const found = subject.indexOf(piece, position)
    if (found < 0) return false
    position = found + piece.length
  }
  return position <= subject.length - last.length
}
