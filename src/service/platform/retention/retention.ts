/**
 * How long the rows of a table are kept: what they are deleted with, and when they are too old.
 * Every table that grows is declared once, next to its store.
 *
 * @example
 * const retention: Retention = {
 *   table: 'session_results',
 *   key: ['id'],
 *   scope: 'project_id',
 *   owners: [{ event: 'session.deleted', column: 'session_id' }],
 *   expiry: [{ column: 'created_at', afterMs: 90 * millisecondsADay }],
 * }
 */
export type Retention = {
  table: string
  /** The columns that identify a row. */
  key: readonly string[]
  /** The column that names the project. Its rows are deleted with the project. */
  scope?: string
  owners?: readonly Owner[]
  expiry?: readonly Expiry[]
  /** Rows of other tables that are deleted before a row of this one. */
  parts?: readonly Part[]
}

/** Something that can be deleted, and the rows that are deleted with it. */
export type Owner = {
  /** The event that reports the deletion; only rows of its own scope are deleted. */
  event: string
  /** The column that names the owner. */
  column: string
  /** The property of the event's data that names the owner. Default: `id`. */
  property?: string
  /**
   * The column with the time a row was created at. What came after the event stays: an owner of the
   * same name may exist again.
   */
  createdAt?: string
}

/** Rows are deleted once the time in a column lies back by more than `afterMs`. */
export type Expiry = {
  column: string
  /** What the column holds: a time as ISO 8601 in UTC, or whole minutes since 1970. Default: `time`. */
  unit?: 'time' | 'minute'
  /** 0 where the column holds the time at which the row expires. */
  afterMs: number
  /** Only rows with one of these values in a column; null: only those without a value. */
  only?: { column: string; values: readonly string[] | null }
}

export type Part = {
  table: string
  key: readonly string[]
  /** The column that names the row it belongs to. */
  parent: string
  /** The column of that row which is named. Default: the first of its key. */
  references?: string
  parts?: readonly Part[]
}
