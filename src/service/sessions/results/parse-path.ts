const pieces = /\.?([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\['((?:[^'\\]|\\.)*)'\]/y

/**
 * Parses the path of a part: `items[0].title`, `$.items[0]["odd key"]`, or an empty path for the
 * whole value.
 *
 * Returns `undefined` for an invalid path.
 */
export const parsePath = (path: string): string[] | undefined => {
  const text = path.trim().replace(/^\$(?=$|[.[])/, '')
  const keys: string[] = []
  pieces.lastIndex = 0
  while (pieces.lastIndex < text.length) {
    const match = pieces.exec(text)
    if (!match) return undefined
    const [, name, index, doubleQuoted, singleQuoted] = match
    const key =
      name ??
      index ??
      (doubleQuoted === undefined
        ? singleQuoted?.replaceAll(/\\(.)/g, '$1')
        : unquote(doubleQuoted))
    if (key === undefined) return undefined
    keys.push(key)
  }
  return keys
}

/** The path of an entry, in the syntax of `parsePath`. */
export const toPath = (parent: string, key: string | number): string => {
  if (typeof key === 'number') return `${parent}[${key}]`
  return /^[^.[\]\s"'$]+$/.test(key)
    ? `${parent}${parent === '' ? '' : '.'}${key}`
    : `${parent}[${JSON.stringify(key)}]`
}

const unquote = (text: string): string | undefined => {
  try {
    return String(JSON.parse(text))
  } catch {
    return undefined
  }
}
