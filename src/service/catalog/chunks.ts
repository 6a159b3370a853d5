/** Rows per insert: SQLite binds at most 32,766 values a statement. */
const chunkSize = 200

/** Rows in the batches in which they are written. */
export const chunks = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, index) =>
    rows.slice(index * chunkSize, (index + 1) * chunkSize),
  )
