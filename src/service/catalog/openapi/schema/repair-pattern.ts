/**
 * Converts a pattern to ECMA-262 with Unicode, as JSON Schema requires.
 *
 * Descriptions contain patterns of other dialects. Needless escapes (`\_`) are removed; `undefined`
 * is returned for a pattern that still does not compile, since nothing here can check it.
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
