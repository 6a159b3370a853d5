/**
 * The index of a name in a list, -1 if it is missing. A short list is searched linearly; a long one
 * gets a lookup table on first use.
 */
export const findName = (names: readonly string[], name: string): number =>
  names.length <= 8 ? names.indexOf(name) : (tableOf(names).get(name) ?? -1)

const tableOf = (names: readonly string[]): Map<string, number> => {
  const table = tables.get(names) ?? new Map(names.map((name, at) => [name, at]))
  tables.set(names, table)
  return table
}

const tables = new WeakMap<readonly string[], Map<string, number>>()
