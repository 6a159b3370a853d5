/** Remembers what a function makes of words, of so many at most: emptied when full. */
export const keepByWord = <Value>(
  most: number,
  make: (word: string) => Value,
): ((word: string) => Value) => {
  const kept = new Map<string, { value: Value }>()
  return (word) => {
    const known = kept.get(word)
    if (known) return known.value
    if (kept.size >= most) kept.clear()
    const value = make(word)
    kept.set(word, { value })
    return value
  }
}
