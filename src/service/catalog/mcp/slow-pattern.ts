const longestPattern = 300

/**
 * Whether a regular expression may take very long on a malicious text: a repeated group that itself
 * repeats or offers a choice.
 *
 * Model arguments are checked with the server's patterns, and neither is trusted. The check is
 * stricter than necessary.
 */
export const isSlowPattern = (pattern: string): boolean => {
  if (pattern.length > longestPattern || /\\[1-9k]/.test(pattern)) return true
  const plain = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x')
  const groups: boolean[] = []
  let variable = 0
  for (const [index, character] of [...plain].entries()) {
    if (character === '(') groups.push(false)
    if (character === ')') {
      const isVariable = groups.pop() ?? false
      const isRepeated = /^(?:[*+]|\{\d*,?\d*\})/.test(plain.slice(index + 1))
      if (isVariable && isRepeated) return true
      if (isVariable && groups.length > 0) groups[groups.length - 1] = true
    }
    if (character === '|' || character === '*' || character === '+' || character === '{') {
      if (groups.length > 0) groups[groups.length - 1] = true
      if (character === '*' || character === '+' || /^\{\d*,/.test(plain.slice(index)))
        variable += 1
    }
  }
  // Several adjacent repetitions take time that is a power of the text's length.
  return variable > 8
}
