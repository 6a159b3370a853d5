/**
 * The position of a name in a list, -1 when it isn't there. A short list is searched as it stands;
 * a long one gets a table when first asked.
 */
export const findName = (names: readonly string[], name: string): number =>
  names.length <= 8 ? names.indexOf(name) : (tableOf(names).get(name) ?? -1)

const tableOf = (names: readonly string[]): Map<string, number> => {
  const table = tables.get(names) ?? new Map(names.map((name, at) => [name, at]))
  tables.set(names, table)
  return table
}

const tables = new WeakMap<readonly string[], Map<string, number>>()
