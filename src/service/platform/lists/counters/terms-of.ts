import type { Counter, List } from '../list.ts'

export type Counted = Pick<List, 'table' | 'scope' | 'counters'>

/** What a counter counts a row under, whether it counts it, and the columns that say so, as SQL. */
export const termsOf = ({ by, whereNull }: Counter, row: string): { value: string; condition: string; columns: string[] } => ({
  value: by.length === 0 ? `''` : by.map((column) => `cast(${row}${column} as text)`).join(` || ':' || `),
  condition: [...by.map((column) => `${row}${column} is not null`), ...(whereNull === undefined ? [] : [`${row}${whereNull} is null`])].join(' and ') || '1 = 1',
  columns: [...by, ...(whereNull === undefined ? [] : [whereNull])],
})
