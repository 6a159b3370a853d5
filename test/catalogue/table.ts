/** What came of each check, a line for each toolkit. */
export const createTable = (columns: readonly string[]) => {
  const rows = new Map<string, Record<string, string>>()
  return {
    set: (slug: string, column: string, text: string): void => {
      const row = rows.get(slug) ?? {
        slug,
        ...Object.fromEntries(columns.map((each) => [each, ''])),
      }
      rows.set(slug, { ...row, [column]: text })
    },
    /** The lines, and of each column how many toolkits pass and why others do not apply. */
    print: (): void => {
      console.table(
        [...rows.values()].toSorted((one, other) =>
          (one['slug'] ?? '').localeCompare(other['slug'] ?? ''),
        ),
      )
      for (const column of columns) {
        const counts = Map.groupBy(rows.values(), (row) => reasonOf(row[column] ?? ''))
        const parts = [...counts].map(([reason, of]) => `${of.length} ${reason || 'not run'}`)
        console.log(`${column}: ${parts.join(', ')}`)
      }
    },
  }
}

/** Figures differ from toolkit to toolkit. */
const reasonOf = (text: string): string =>
  /^ok\b/.test(text) ? 'ok' : text.replaceAll(/\d+/g, 'n')
