/**
 * The JSON value of a GraphQL literal such as `10`, `"open"`, `OPEN` or `[1, 2]`; undefined for one
 * that JSON writes otherwise.
 */
export const readDefault = (literal: string): unknown => {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(literal) && !/^(?:true|false|null)$/.test(literal))
    return literal
  try {
    return JSON.parse(literal) as unknown
  } catch {
    return undefined
  }
}
