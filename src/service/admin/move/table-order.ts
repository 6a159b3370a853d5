/** Tables after those whose rows they refer to. */
export const tableOrder = (parents: ReadonlyMap<string, readonly string[]>): string[] => {
  const ordered = new Set<string>()
  const visit = (table: string, below: readonly string[]): void => {
    if (ordered.has(table) || below.includes(table)) return
    for (const parent of parents.get(table) ?? []) visit(parent, [...below, table])
    ordered.add(table)
  }
  for (const table of parents.keys()) visit(table, [])
  return [...ordered]
}
