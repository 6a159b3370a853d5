import { setImmediate } from 'node:timers/promises'

/**
 * Reads what belongs to many values, so many at a time: a database takes some ten thousand in one
 * statement. Each value counts once; other requests go on in between.
 */
export const inBatches = async <Value, Row>(
  values: Iterable<Value>,
  read: (batch: Value[]) => Promise<Row[]>,
  size = 1_000,
): Promise<Row[]> => {
  const distinct = [...new Set(values)]
  const rows: Row[] = []
  for (let start = 0; start < distinct.length; start += size) {
    if (start > 0) await setImmediate()
    for (const row of await read(distinct.slice(start, start + size))) rows.push(row)
  }
  return rows
}
