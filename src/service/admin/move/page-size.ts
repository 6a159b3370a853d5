import type { Row } from './store.ts'

const first = 100
const mostRows = 5_000
const wantedCharacters = 4 * 1024 * 1024

/** How many rows of a table to read at once: some megabytes, whether rows are small or large. */
export const createPageSize = () => {
  let size = first
  return {
    rows: () => size,
    learn: (rows: readonly Row[]): void => {
      if (rows.length === 0) return
      const each = Math.max(1, rows.reduce((sum, row) => sum + charactersOf(row), 0) / rows.length)
      size = Math.min(mostRows, size * 4, Math.max(1, Math.floor(wantedCharacters / each)))
    },
  }
}

const charactersOf = (row: Row): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 8),
    0,
  )
