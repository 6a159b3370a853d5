const longest = 255

/**
 * Returns whether a value has the form of a field's pattern, in which each `*` stands for one or more
 * letters, digits, `-` and `_`.
 *
 * A pattern is as untrusted as the value: as a regular expression it could take hours, and this takes
 * at most a step for each character of the one and the other.
 */
export const matchesPattern = (pattern: string, value: string): boolean => {
  if (value.length > longest || pattern.length > longest) return false
  const wanted = [...pattern]
  // At index i: whether what was read of the value fits the first i characters of the pattern.
  let fits = [true]
  for (const character of value) {
    const next: boolean[] = []
    for (const [index, expected] of wanted.entries()) {
      const isStar = expected === '*'
      if (isStar ? !isWord.test(character) : expected !== character) continue
      if (fits[index] || (isStar && fits[index + 1])) next[index + 1] = true
    }
    fits = next
  }
  return fits[wanted.length] === true
}

const isWord = /^[0-9A-Za-z_-]$/
