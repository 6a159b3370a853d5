import { setImmediate } from 'node:timers/promises'

/**
 * Reads data for many values in batches, because a database accepts some ten thousand parameters
 * per statement. Each distinct value is read once; other requests can run in between.
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
