/** Numbers distinct names in order of appearance. */
export const createNames = () => {
  const ids = new Map<string, number>()
  const all: string[] = []
  return {
    all: all as readonly string[],
    idOf: (name: string): number => {
      const known = ids.get(name)
      if (known !== undefined) return known
      const id = all.length
      ids.set(name, id)
      all.push(name)
      return id
    },
  }
}
