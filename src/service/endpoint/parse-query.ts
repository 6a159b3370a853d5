/**
 * Reads a query string into values that the contract's schemas parse.
 *
 * `a=1&a=2` and `a[]=1&a[]=2` are lists, `a[key]=1` is a map; names that would reach a prototype
 * are ordinary names.
 */
export const parseQuery = (search: URLSearchParams): Record<string, unknown> => {
  const query: Record<string, unknown> = Object.create(null)
  for (const [key, value] of search) {
    const { name, entry } = splitKey(key)
    if (entry === undefined) query[name] = name in query ? [query[name], value].flat() : value
    else if (entry === '') query[name] = [query[name] ?? [], value].flat()
    else query[name] = { ...(isMap(query[name]) ? query[name] : {}), [entry]: value }
  }
  return query
}

const splitKey = (key: string): { name: string; entry?: string } => {
  const match = /^([^[\]]+)\[([^[\]]*)\]$/.exec(key)
  return match?.[1] === undefined ? { name: key } : { name: match[1], entry: match[2] ?? '' }
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
