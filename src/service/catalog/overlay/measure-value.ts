/** How many values a JSON value has, itself included, and the characters of its texts and keys. */
export const measureValue = (value: unknown): { values: number; characters: number } => {
  const total = { values: 0, characters: 0 }
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    total.values += 1
    if (typeof next === 'string') total.characters += next.length
    if (typeof next !== 'object' || next === null) continue
    for (const [key, member] of Object.entries(next)) {
      if (!Array.isArray(next)) total.characters += key.length
      open.push(member)
    }
  }
  return total
}
