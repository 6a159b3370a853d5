/**
 * A pattern as JSON Schema wants it: ECMA-262 with Unicode.
 *
 * Descriptions carry patterns of other dialects. A needless escape (`\_`) is taken out; what still
 * can't be compiled can't be checked by anyone here, and `undefined` is returned.
 */
export const repairPattern = (pattern: string): string | undefined =>
  [pattern, pattern.replace(/\\([^\dA-Za-z^$\\.*+?()[\]{}|/-])/g, '$1')].find(compiles)

const compiles = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}
