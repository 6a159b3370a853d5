import { createHash } from 'node:crypto'
import type { Row } from './store.ts'

/** How many rows there are and what they hold, in whatever order they are read. */
export type RowDigest = {
  add(rows: readonly Row[]): void
  rows(): number
  text(): string
}

/** The sum of the hashes of rows: two tables with the same sum and count hold the same rows. */
export const createRowDigest = (columns: readonly string[]): RowDigest => {
  let count = 0
  let low = 0n
  let high = 0n
  const add = (row: Row) => {
    const hash = createHash('sha256')
      .update(JSON.stringify(columns.map((name) => row[name])))
      .digest()
    low = BigInt.asUintN(64, low + hash.readBigUInt64LE(0))
    high = BigInt.asUintN(64, high + hash.readBigUInt64LE(8))
    count += 1
  }
  return {
    add: (rows) => rows.forEach(add),
    rows: () => count,
    text: () => high.toString(16).padStart(16, '0') + low.toString(16).padStart(16, '0'),
  }
}
